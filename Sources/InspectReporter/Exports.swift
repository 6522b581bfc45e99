// Another engine imports this module alone: its words are those of the model, and of the place of
// a write.
@_exported public import CInspectSystem
@_exported public import InspectWire
