package io.twophase.app.recovery;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.audit.Finding;
import io.twophase.app.sweep.LeftAlone;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionQuery;
import io.twophase.test.fault.Unreadables.Kind;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A document of each kind cannot be read, among a hundred good ones: every pass does the others.
 */
abstract class UnreadablesContract extends AmongTheReadable {

  UnreadablesContract(Damage damage) {
    super(damage);
  }

  /** A hundred lone transactions and ten batches that dead processes have left. */
  private void left() {
    for (int at = 0; at < GOOD; at++) {
      store
          .transactions()
          .begin(
              List.of(
                  new NewRecord.Begun(
                      transfer("stuck" + at, "A" + at, "A" + (at + 1) % GOOD, cents(1)),
                      application("dead"),
                      token("of" + at))));
    }
    for (int batch = 0; batch < 10; batch++) {
      store
          .batches()
          .get()
          .records()
          .begin(
              new NewBatch(
                  new BatchId("batch:stuck" + batch),
                  List.of(
                      transfer("m1-" + batch, "A1", "A2", cents(1)),
                      transfer("m2-" + batch, "A3", "A4", cents(1))),
                  false),
              new BatchRecord.Owner(application("dead"), Option.none(), token("dead")));
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
    damage.timePasses(TWO_DAYS);
    List<Recovered> recovered = new ArrayList<>();

    host.recovery().pass(RecoveryRequest.olderThan(HALF_AN_HOUR), recovered::add);

    assertThat(ids(recovered, Recovered.Unreadable.class))
        .contains("stuck5", "stuck7", "batch:stuck5");
    Set<String> finished =
        recovered.stream()
            .filter(Recovered::isFinished)
            .map(Recovered::id)
            .collect(Collectors.toSet());
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
      NewTransaction body = transfer("stuck" + at, "A" + at, "A" + (at + 1) % GOOD, cents(1));
      List<Leg> legs =
          body.accountOperations().stream().map(on -> new Leg(body.id(), epoch(1), on)).toList();
      assertThat(store.accounts().hold(legs)).allMatch(AccountHoldOutcome::isHeldWhole);
      assertThat(store.transactions().advance(List.of(new Transition.Decide(body.id(), epoch(1)))))
          .containsExactly(MatchOutcome.MATCHED);
    }
    damage.plant(Kind.ACCOUNT, "A50");
    damage.plantHold("A70");
    damage.timePasses(TWO_DAYS);
    List<Recovered> recovered = new ArrayList<>();

    host.recovery().pass(RecoveryRequest.olderThan(HALF_AN_HOUR), recovered::add);

    for (int at = 0; at < GOOD; at++) {
      if (!List.of(49, 50, 69, 70).contains(at)) {
        assertThat(recovered).contains(new Recovered.Done("stuck" + at, State.APPLIED));
        assertThat(
                ((AccountLookup.Found) store.accounts().find(List.of(accountId("A" + at))).get(0))
                    .account()
                    .holds())
            .as("A" + at)
            .isEmpty();
      }
    }
  }

  @Test
  void allOtherDocumentsAreFinished() {
    heldDocuments();
    damage.plant(Kind.DOCUMENT, order("o5"));
    damage.timePasses(TWO_DAYS);
    List<Recovered> recovered = new ArrayList<>();

    host.recovery().pass(RecoveryRequest.olderThan(HALF_AN_HOUR), recovered::add);

    assertThat(recovered.stream().filter(Recovered::isFinished).map(Recovered::id))
        .containsAll(
            IntStream.range(0, GOOD).filter(at -> at != 5).mapToObj(at -> "on" + at).toList());
    assertThat(findings()).extracting(Finding::id).contains(order("o5").toString());
  }

  /** A hundred transactions, each of which holds a document, that a dead process has left. */
  private void heldDocuments() {
    for (int at = 0; at < GOOD; at++) {
      InsertDocument insert = insert(order("o" + at), fields("n", at));
      NewTransaction body =
          new NewTransaction(transactionId("on" + at), List.of(insert), Option.none());
      store
          .transactions()
          .begin(List.of(new NewRecord.Begun(body, application("dead"), token("on" + at))));
      DocumentLeg leg = new DocumentLeg(store.home(), body.id(), epoch(1), insert);
      assertThat(store.documents().hold(List.of(leg)).get(0).isHeld()).isTrue();
    }
  }

  @Test
  void retentionRemovesAllThatCanBeRead() {
    done();
    host.events().number();
    host.evidence().grow();
    BatchId ofThree = batchOf("of3-2");
    BatchId ofFive = batchOf("of5-0");
    damage.plant(Kind.RECORD, "lone5");
    damage.plant(Kind.RECORD, ofFive);
    damage.plant(Kind.RECORD, "of3-2");
    damage.timePasses(TWO_DAYS);

    List<Recovered> reported = rounds();

    assertThat(ids(reported, Recovered.Unreadable.class))
        .contains("lone5", ofFive.value(), "of3-2")
        .hasSizeLessThan(10);
    for (int at = 0; at < GOOD; at++) {
      assertThat(isThere("lone" + at)).as("lone" + at).isEqualTo(at == 5);
    }
    for (int at = 0; at < 10; at++) {
      assertThat(isThere("of" + at + "-0")).as("of" + at).isEqualTo(at == 5);
    }
    assertThat(isThere("of3-2")).isTrue();
    assertThat(store.batches().get().records().find(List.of(ofThree, ofFive)))
        .noneMatch(BatchLookup.Absent.class::isInstance);
  }

  @Test
  void auditScrubAndListsShowEach() {
    done();
    host.events().number();
    host.evidence().grow();
    damage.plant(Kind.ACCOUNT, "A1");
    damage.plant(Kind.RECORD, "lone5");
    damage.plant(Kind.RECORD, "of3-2");
    damage.plant(Kind.RECORD, batchOf("of5-0"));
    Leg held = new Leg(transactionId("stray"), epoch(1), debit("A60", cents(1)));
    assertThat(store.accounts().hold(List.of(held)).get(0).isHeld()).isTrue();
    damage.plantHold("A60");
    heldDocuments();
    damage.plant(Kind.DOCUMENT, order("o5"));
    List<LeftAlone> leftAlone = new ArrayList<>();

    host.scrub().run(orphan -> {}, leftAlone::add);
    List<String> found = findings().stream().map(Finding::id).toList();
    List<TransactionLookup> latest =
        host.transactions().latest(new TransactionQuery(Option.none(), Option.none(), 1_000));

    assertThat(leftAlone)
        .anyMatch(
            each ->
                each instanceof LeftAlone.UnreadableAccount it && it.account().id().equals("A60"));
    assertThat(leftAlone).anyMatch(each -> each.toString().contains("o5"));
    assertThat(found).contains("A1", "lone5", "of3-2", "of5-0", "A60", order("o5").toString());
    assertThat(latest.stream().filter(TransactionLookup.Found.class::isInstance))
        .hasSizeGreaterThanOrEqualTo(GOOD + 40);
    host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
  }
}
