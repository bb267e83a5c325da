package io.twophase.app.engine;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.owner.Ownership;
import io.twophase.app.runtime.RandomIds;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.protocol.HoldOrder;
import io.twophase.domain.protocol.Result;
import io.twophase.domain.protocol.Worker;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.test.forwarding.ForwardingDocuments;
import io.vavr.control.Option;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How long transactions wait that are run by one call. */
class PatienceTest {

  private static final Duration FIRST_BUSY = Duration.ofSeconds(7);
  private static final Duration FREE_AGAIN = Duration.ofSeconds(13);

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final DocumentWrites writes =
      new DocumentWrites(store.documents(), store.transactions(), store.home());
  private Duration now = Duration.ZERO;
  private boolean isFree;

  /** One that becomes busy when another has nearly spent its patience has its own to spend. */
  @Test
  void isOfEachByItself() {
    DocumentOperation first = insert(order("first"), fields());
    DocumentOperation second = insert(order("second"), fields());
    writes.begin("slow", first, second);
    writes.hold("slow", 1, first);
    HeldDocument inTheWay = writes.hold("slow", 1, second);

    List<Worker> ended =
        engine(inTheWay)
            .run(
                List.of(worker("early", order("first")), worker("late", order("second"))),
                StepOrder.FREE,
                Progress.IGNORED,
                WaitPolicy.PAUSE)
            .workers();

    assertThat(ended.get(0).result().get()).isInstanceOf(Result.Canceled.class);
    assertThat(ended.get(1).result().get()).isEqualTo(new Result.Applied(true));
    assertThat(now).isGreaterThan(FREE_AGAIN);
  }

  private static Worker worker(String id, DocumentRef document) {
    NewTransaction body =
        new NewTransaction(
            transactionId(id), List.of(insert(document, fields("a", 1))), Option.none());
    return Worker.start(
        body.id(), new Goal.Run(body), application("test"), token(id), HoldOrder.TOGETHER);
  }

  private Engine engine(HeldDocument inTheWay) {
    return new Engine(
        Repositories.ofAccounts(store.accounts(), store.transactions())
            .with(new Documents(slowToAnswer(), store.home())),
        Ownership.withoutOwners(),
        new RandomIds(),
        time -> pass(time, inTheWay),
        () -> now,
        new EngineSettings(
            application("test"),
            Duration.ofMinutes(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            100),
        EngineListener.IGNORED);
  }

  private void pass(Duration time, HeldDocument inTheWay) {
    now = now.plus(time);
    if (now.compareTo(FREE_AGAIN) > 0 && !isFree) {
      isFree = true;
      store.documents().withdraw(List.of(inTheWay));
    }
  }

  /** The holds of {@code late} have no answer at first. */
  private ForwardingDocuments slowToAnswer() {
    return new ForwardingDocuments(store.documents()) {
      @Override
      public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
        return legs.stream().map(this::hold).toList();
      }

      private DocumentHoldOutcome hold(DocumentLeg leg) {
        boolean isLost =
            leg.transaction().equals(transactionId("late")) && now.compareTo(FIRST_BUSY) < 0;
        return isLost ? DocumentHoldOutcome.inDoubt() : super.hold(List.of(leg)).get(0);
      }
    };
  }
}
