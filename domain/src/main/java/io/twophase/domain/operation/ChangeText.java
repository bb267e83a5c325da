package io.twophase.domain.operation;

import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.Value;

/** A change as a text for the digest. */
final class ChangeText implements FieldChange.Cases<String> {

  static final ChangeText CASES = new ChangeText();

  private ChangeText() {}

  private static String text(String kind, FieldChange change, Value value) {
    return kind
        + OperationDigest.part(change.path().toString())
        + OperationDigest.part(value.exactText());
  }

  @Override
  public String set(FieldChange.Set change) {
    return text("set", change, change.value());
  }

  @Override
  public String unset(FieldChange.Unset change) {
    return text("unset", change, new Value.Null());
  }

  @Override
  public String inc(FieldChange.Inc change) {
    return text("inc", change, change.by());
  }

  @Override
  public String push(FieldChange.Push change) {
    return text("push", change, change.value());
  }

  @Override
  public String pull(FieldChange.Pull change) {
    return text("pull", change, change.value());
  }
}
