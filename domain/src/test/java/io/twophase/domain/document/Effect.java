package io.twophase.domain.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Place;
import io.twophase.domain.value.Value;
import java.util.List;

/** What must be at a change's path once it has been made. */
final class Effect implements FieldChange.Cases<Boolean> {

  private final Place after;
  private final String what;

  Effect(Place after, String what) {
    this.after = after;
    this.what = what;
  }

  @Override
  public Boolean set(FieldChange.Set change) {
    assertThat(after).as(what).isEqualTo(new Place.Found(change.value()));
    return true;
  }

  @Override
  public Boolean unset(FieldChange.Unset change) {
    boolean isNull = after.equals(new Place.Found(new Value.Null()));
    if (!isNull || !FieldPath.isIndex(change.path().last())) {
      assertThat(after).as(what).isNotInstanceOf(Place.Found.class);
    }
    return true;
  }

  @Override
  public Boolean inc(FieldChange.Inc change) {
    assertThat(found().isNumber()).as(what).isTrue();
    return true;
  }

  @Override
  public Boolean push(FieldChange.Push change) {
    assertThat(((Value.Array) found()).values()).as(what).endsWith(change.value());
    return true;
  }

  @Override
  public Boolean pull(FieldChange.Pull change) {
    List<Value> left =
        after.fold(
            found -> ((Value.Array) found).values(), List::of, blocked -> List.of(change.value()));
    assertThat(left).as(what).noneMatch(change.value()::matches);
    return true;
  }

  private Value found() {
    return ((Place.Found) after).value();
  }
}
