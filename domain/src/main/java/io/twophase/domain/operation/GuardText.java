package io.twophase.domain.operation;

import io.twophase.domain.document.Guard;

/** A guard as a text for the digest. */
final class GuardText implements Guard.Cases<String> {

  static final GuardText CASES = new GuardText();

  private GuardText() {}

  private static String text(String kind, Guard guard) {
    StringBuilder text = new StringBuilder();
    guard.paths().forEach(path -> text.append(OperationDigest.part(path.toString())));
    guard.values().forEach(value -> text.append(value.exactText()));
    return kind + OperationDigest.part(text.toString());
  }

  @Override
  public String unchanged(Guard.Unchanged guard) {
    return text("unchanged", guard);
  }

  @Override
  public String is(Guard.Is guard) {
    return text("is", guard);
  }

  @Override
  public String in(Guard.In guard) {
    return text("in", guard);
  }

  @Override
  public String exists(Guard.Exists guard) {
    return text("exists", guard);
  }

  @Override
  public String absent(Guard.Absent guard) {
    return text("absent", guard);
  }

  @Override
  public String atLeast(Guard.AtLeast guard) {
    return text("atLeast", guard);
  }

  @Override
  public String atMost(Guard.AtMost guard) {
    return text("atMost", guard);
  }
}
