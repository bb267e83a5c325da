package io.twophase.domain.participant;

import io.twophase.domain.document.Guard;
import io.twophase.domain.value.Value;
import java.util.List;

/** A guard as a text for the digest. */
final class GuardText implements Guard.Cases<String> {

  static final GuardText CASES = new GuardText();

  private GuardText() {}

  private static String text(String kind, Guard guard, List<Value> values) {
    StringBuilder text = new StringBuilder(OperationDigest.part(guard.path().toString()));
    values.forEach(value -> text.append(value.exactText()));
    return kind + OperationDigest.part(text.toString());
  }

  @Override
  public String is(Guard.Is guard) {
    return text("is", guard, List.of(guard.value()));
  }

  @Override
  public String in(Guard.In guard) {
    return text("in", guard, guard.values());
  }

  @Override
  public String exists(Guard.Exists guard) {
    return text("exists", guard, List.of());
  }

  @Override
  public String absent(Guard.Absent guard) {
    return text("absent", guard, List.of());
  }

  @Override
  public String atLeast(Guard.AtLeast guard) {
    return text("atLeast", guard, List.of(guard.value()));
  }

  @Override
  public String atMost(Guard.AtMost guard) {
    return text("atMost", guard, List.of(guard.value()));
  }
}
