package io.twophase.domain.document;

import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Place;
import io.twophase.domain.value.Value;
import java.util.function.Predicate;

/** Whether a guard holds of a document of these fields. */
final class GuardEvaluation implements Guard.Cases<Boolean> {

  private final Fields fields;

  GuardEvaluation(Fields fields) {
    this.fields = fields;
  }

  private boolean found(Guard.OfField guard, Predicate<Value> test) {
    return Place.of(fields, guard.path()).fold(test::test, () -> false, blocked -> false);
  }

  @Override
  public Boolean unchanged(Guard.Unchanged guard) {
    return guard.fields().all().size() == fields.all().size()
        && fields.all().stream().allMatch(field -> guard.isUnchanged(field.name(), fields));
  }

  @Override
  public Boolean is(Guard.Is guard) {
    return found(guard, value -> value.matches(guard.value()));
  }

  @Override
  public Boolean in(Guard.In guard) {
    return found(guard, value -> guard.values().stream().anyMatch(value::matches));
  }

  @Override
  public Boolean exists(Guard.Exists guard) {
    return found(guard, value -> true);
  }

  @Override
  public Boolean absent(Guard.Absent guard) {
    return Place.of(fields, guard.path())
        .fold(value -> false, () -> true, blocked -> !(blocked.value() instanceof Value.Array));
  }

  @Override
  public Boolean atLeast(Guard.AtLeast guard) {
    return found(guard, value -> value.compareTo(guard.value()).exists(order -> order >= 0));
  }

  @Override
  public Boolean atMost(Guard.AtMost guard) {
    return found(guard, value -> value.compareTo(guard.value()).exists(order -> order <= 0));
  }
}
