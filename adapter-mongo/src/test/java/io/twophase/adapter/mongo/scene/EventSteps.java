package io.twophase.adapter.mongo.scene;

import static io.twophase.domain.testing.Fixtures.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.domain.ActionId;
import io.twophase.domain.ActionReason;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.OperatorName;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.event.ActionKind;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.EventConsumer;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Steps on owners, actions of operators and events. */
record EventSteps(Supplier<MongoStore> store) {

  public void beat(OwnerId process) {
    store.get().owners().beat(process, APP, Duration.ofSeconds(1), Vitals.NONE);
  }

  public void retire(OwnerId process) {
    store.get().owners().retire(process);
  }

  /** An owner is told of as it is among those that are silent. */
  public OwnerLookup owner(OwnerId process) {
    OwnerLookup found = store.get().owners().find(List.of(process)).get(0);
    assertThat(store.get().owners().silent(Duration.ZERO, 5)).containsExactly(found);
    return found;
  }

  public BeginOutcome act(ActionId id) {
    return store
        .get()
        .actions()
        .begin(
            new OperatorAction(
                id,
                new OperatorName("Ann"),
                new ActionReason("asked to"),
                ActionKind.CAPTURE,
                "t7",
                Map.of("amount", "12.00 USD")));
  }

  public void acted(ActionId id) {
    store.get().actions().finish(id, new ActionOutcome("Captured", "all"));
  }

  /** An action is told of as it is among the latest. */
  public Optional<?> action(ActionId id) {
    var found = store.get().actions().find(id);
    assertThat(store.get().actions().latest(Optional.empty(), Optional.empty(), 0, 9))
        .isEqualTo(found.stream().toList());
    return found;
  }

  public void events() {
    store.get().events().turnOn();
  }

  public void off() {
    store.get().events().turnOff();
  }

  public List<RecordId> unnumbered() {
    return store.get().events().unnumbered();
  }

  /** A decided record is listed, once the clock has gone on. */
  public void awaited() {
    await().until(() -> !unnumbered().isEmpty());
  }

  /** Numbers the records that are listed, from the first number on. */
  public List<RecordId> number() {
    List<RecordId> listed = unnumbered();
    store.get().events().give(1, listed);
    store.get().events().mark(List.of(new NumberedRecord(1, listed.get(0))));
    return listed;
  }

  public List<?> consumers() {
    return store.get().events().consumers();
  }

  public MatchOutcome consumer(ConsumerName name) {
    return store.get().events().add(new EventConsumer(name, EventPosition.START));
  }
}
