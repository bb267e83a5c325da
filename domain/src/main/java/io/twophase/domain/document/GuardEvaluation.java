package io.twophase.domain.document;

import io.twophase.domain.value.Place;
import io.twophase.domain.value.Value;
import java.util.function.Predicate;

/** Whether a guard holds, given what is at its path. */
final class GuardEvaluation implements Guard.Cases<Boolean> {

  private final Place place;

  GuardEvaluation(Place place) {
    this.place = place;
  }

  private boolean found(Predicate<Value> test) {
    return place.fold(test::test, () -> false, blocked -> false);
  }

  @Override
  public Boolean is(Guard.Is guard) {
    return found(value -> value.matches(guard.value()));
  }

  @Override
  public Boolean in(Guard.In guard) {
    return found(value -> guard.values().stream().anyMatch(value::matches));
  }

  @Override
  public Boolean exists(Guard.Exists guard) {
    return found(value -> true);
  }

  @Override
  public Boolean absent(Guard.Absent guard) {
    return place.fold(
        value -> false, () -> true, blocked -> !(blocked.value() instanceof Value.Array));
  }

  @Override
  public Boolean atLeast(Guard.AtLeast guard) {
    return found(value -> value.compareTo(guard.value()).exists(order -> order >= 0));
  }

  @Override
  public Boolean atMost(Guard.AtMost guard) {
    return found(value -> value.compareTo(guard.value()).exists(order -> order <= 0));
  }
}
