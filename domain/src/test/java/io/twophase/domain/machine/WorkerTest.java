package io.twophase.domain.machine;

import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A worker is driven by an answer to each that its step asks")
class WorkerTest {

  private static final Owner OWNER = new Owner(APP, token("me"));
  private static final NewRecord BEGUN = NewRecord.alone(transfer("t", "A", "B", usd("1")), OWNER);
  private static final Event NOTHING_MATCHED = new Event.Matched(List.of());
  private static final Event MATCHED = new Event.Matched(List.of(MatchOutcome.MATCHED));

  private static void assertStopsShort(Worker worker, Event event) {
    assertThatThrownBy(() -> worker.after(event))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("t: 0 answers to ");
  }

  private static Event placed(Worker worker, Function<Hold, Answer> answer) {
    return new Event.Placed(
        ((Step.Place) worker.step())
            .claims().stream().map(asked -> answer.apply(Hold.of(HOME, asked))).toList());
  }

  @Test
  @DisplayName("from the insert to the end")
  void thatBegins() {
    Worker inserts = Worker.start(Goal.run(BEGUN), OWNER);
    assertStopsShort(inserts, new Event.Inserted(List.of()));
    Worker places = inserts.after(new Event.Inserted(List.of(BeginOutcome.BEGUN)));
    assertStopsShort(places, new Event.Placed(List.of()));
    Worker decides = places.after(placed(places, Answer::held));
    assertStopsShort(decides, NOTHING_MATCHED);
    Worker ends = decides.after(MATCHED);
    assertThat(ends.step()).isInstanceOf(Step.End.class);
    assertStopsShort(ends, NOTHING_MATCHED);
  }

  @Test
  @DisplayName("from the read to the stamp")
  void thatTakesOver() {
    Worker reads = Worker.start(Goal.resume(BEGUN.id()), new Owner(APP, token("you")));
    assertStopsShort(reads, new Event.Seen(List.of(), true));
    Lookup pending = Lookup.found(BEGUN.stored(NOW), Duration.ZERO);
    Worker places = reads.after(new Event.Seen(List.of(pending), true)).after(MATCHED);
    Worker stamps = places.after(placed(places, hold -> Answer.present(hold.at(Epoch.FIRST))));
    assertThat(stamps.step()).isInstanceOf(Step.Stamp.class);
    assertStopsShort(stamps, NOTHING_MATCHED);
  }

  @Test
  @DisplayName("and by no other")
  void thatIsAskedForSomethingElse() {
    Worker inserts = Worker.start(Goal.run(BEGUN), OWNER);
    assertThatThrownBy(() -> inserts.after(MATCHED)).hasMessageContaining(" is no answer to ");
    Worker stopped = inserts.after(new Event.GaveUp(false));
    assertThatThrownBy(() -> stopped.after(new Event.GaveUp(false)))
        .hasMessageContaining(" is no answer to ");
  }
}
