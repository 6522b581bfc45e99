// What an app needs beside the bindings themselves: colours, reasons, the reporter.
@_exported public import InspectReporter
@_exported public import InspectWire
