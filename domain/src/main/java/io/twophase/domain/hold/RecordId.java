package io.twophase.domain.hold;

/** The id of a record: its transaction's where it has one member, else batch:... */
public record RecordId(String value) {
  public boolean isOfMany() {
    return value.startsWith("batch:");
  }
}
