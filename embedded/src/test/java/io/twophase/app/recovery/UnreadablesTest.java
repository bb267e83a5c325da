package io.twophase.app.recovery;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.audit.Finding;
import io.twophase.app.recovery.Scrub.LeftAlone;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.test.fault.Unreadables.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A document of each kind cannot be read, among a hundred good ones: every pass does the others.
 */
class UnreadablesTest extends AmongTheReadable {

  private DocumentWrites writes;

  UnreadablesTest() {
    super(Optional.empty());
  }

  @BeforeEach
  void write() {
    writes = new DocumentWrites(store);
  }

  private static NewTransaction stuck(int at) {
    return transfer("stuck" + at, "A" + at, "A" + (at + 1) % GOOD, cents(1));
  }

  /** A hundred lone transactions and ten batches that dead processes have left. */
  private void left() {
    for (int at = 0; at < GOOD; at++) {
      writes.begin(stuck(at));
    }
    for (int batch = 0; batch < 10; batch++) {
      NewRecord several =
          NewRecord.several(
              new RecordId("batch:stuck" + batch),
              List.of(
                  transfer("m1-" + batch, "A1", "A2", cents(1)),
                  transfer("m2-" + batch, "A3", "A4", cents(1))),
              false,
              new Owner(application("dead"), token("dead")));
      store.records().insert(List.of(several));
    }
  }

  @Test
  void recoveryFinishesAllThatCanBeRead() {
    left();
    damage.plant(Kind.RECORD, "stuck5");
    damage.plant(Kind.RECORD, "stuck7");
    damage.plant(Kind.RECORD, "batch:stuck5");
    damage.plant(Kind.RECORD, "m1-3");
    damage.plant(Kind.ACCOUNT, "A50");
    damage.plantHold("A70");

    List<Recovered> recovered = pass();

    assertThat(unreadable(recovered)).contains("stuck5", "stuck7", "batch:stuck5");
    Set<String> finished = finished(recovered);
    for (int at = 0; at < GOOD; at++) {
      if (at != 5 && at != 7) {
        assertThat(finished).contains("stuck" + at);
      }
    }
    for (int batch = 0; batch < 10; batch++) {
      if (batch != 3 && batch != 5) {
        assertThat(finished).contains("batch:stuck" + batch);
      }
    }
  }

  @Test
  void allThatIsDecidedIsSettledElsewhere() {
    left();
    for (int at = 0; at < GOOD; at++) {
      writes.hold(stuck(at), 1);
      writes.decide("stuck" + at, 1);
    }
    damage.plant(Kind.ACCOUNT, "A50");
    damage.plantHold("A70");

    List<Recovered> recovered = pass();

    for (int at = 0; at < GOOD; at++) {
      if (!List.of(49, 50, 69, 70).contains(at)) {
        assertThat(recovered).contains(new Recovered.Done("stuck" + at, State.APPLIED));
        Target account = new Target.OfAccount(accountId("A" + at));
        assertThat(store.holds().find(List.of(account)).get(0).stored().orElseThrow().holds())
            .as("A" + at)
            .isEmpty();
      }
    }
  }

  @Test
  void allOtherDocumentsAreFinished() {
    heldDocuments();
    damage.plant(Kind.DOCUMENT, order("o5"));

    List<Recovered> recovered = pass();

    assertThat(finished(recovered))
        .containsAll(
            IntStream.range(0, GOOD).filter(at -> at != 5).mapToObj(at -> "on" + at).toList());
  }

  /** A hundred transactions, each of which holds a document, that a dead process has left. */
  private void heldDocuments() {
    for (int at = 0; at < GOOD; at++) {
      InsertDocument insert = insert(order("o" + at), fields("n", at));
      writes.begin("on" + at, insert);
      writes.hold("on" + at, 1, insert);
    }
  }

  @Test
  void retentionRemovesAllThatCanBeRead() {
    done();
    number();
    RecordId ofThree = batchOf("of3-2");
    RecordId ofFive = batchOf("of5-0");
    damage.plant(Kind.RECORD, "lone5");
    damage.plant(Kind.RECORD, ofFive);
    damage.plant(Kind.RECORD, "of3-2");
    damage.timePasses(TWO_DAYS);

    List<Recovered> reported = rounds();

    assertThat(unreadable(reported)).contains("lone5", ofFive.value(), "of3-2").hasSizeLessThan(10);
    for (int at = 0; at < GOOD; at++) {
      assertThat(isThere("lone" + at)).as("lone" + at).isEqualTo(at == 5);
    }
    for (int at = 0; at < 10; at++) {
      assertThat(isThere("of" + at + "-0")).as("of" + at).isEqualTo(at == 5);
    }
    assertThat(isThere("of3-2")).isTrue();
    assertThat(store.records().find(List.of(ofThree, ofFive)))
        .extracting(Lookup::kind)
        .doesNotContain(Lookup.Kind.ABSENT);
  }

  @Test
  void auditScrubAndListsShowEach() {
    done();
    number();
    damage.plant(Kind.ACCOUNT, "A1");
    damage.plant(Kind.RECORD, "lone5");
    damage.plant(Kind.RECORD, "of3-2");
    damage.plant(Kind.RECORD, batchOf("of5-0"));
    writes.hold(transfer("stray", "A60", "A61", cents(1)), 1);
    damage.plantHold("A60");
    heldDocuments();
    damage.plant(Kind.DOCUMENT, order("o5"));
    List<LeftAlone> leftAlone = new ArrayList<>();

    host.scrub().run(orphan -> {}, leftAlone::add);
    List<String> found = findings().stream().map(Finding::id).toList();
    List<TransactionLookup> latest =
        host.transactions()
            .latest(RecordQuery.latest(Optional.empty(), Optional.empty(), Labels.NONE, 1_000));

    assertThat(leftAlone)
        .anyMatch(each -> each instanceof LeftAlone.Unreadable it && it.id().equals("A60"));
    assertThat(leftAlone).anyMatch(each -> each.toString().contains("o5"));
    assertThat(found)
        .contains("A1", "lone5", "of3-2", "of5-0", "A60")
        .anyMatch(id -> id.startsWith("orders ") && id.contains("o5"));
    assertThat(latest.stream().filter(TransactionLookup.Found.class::isInstance))
        .hasSizeGreaterThanOrEqualTo(GOOD + 40);
    host.recovery().pass(RecoveryWorld.ALL, recovered -> {});
  }
}
