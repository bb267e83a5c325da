package io.twophase.adapter.mongo.record;

import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Records.Whole;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("A record that something is in the way of, or that may not, does not run at once")
class WholeInTheWayTest {

  private static final Owner OWNER = new Owner(APP, token("x"));

  @RegisterExtension static final FreshDatabase FRESH = Servers.transactional();

  private final WholeStores stores = new WholeStores(FRESH);
  private final MongoStore whole = stores.open(FRESH.database().getName(), true);

  /** Another holds all that the transaction asks for. */
  private void hold(NewTransaction other) {
    List<Placing> placings =
        Claims.of(List.of(Member.of(other)), false).all().stream()
            .map(claim -> new Placing(RecordId.of(other.id()), epoch(1), claim))
            .toList();
    assertThat(whole.holds().place(placings))
        .extracting(Answer::kind)
        .containsOnly(Answer.Kind.HELD);
  }

  @Test
  void whatOthersHoldOrHaveTakenIsInTheWay() {
    NewTransaction body =
        new NewTransaction(
            transactionId("t1"),
            List.of(new AddToField(RandomRecords.ORDERS.document(value("o1")), "n", 1, 0, 100)),
            Optional.empty());
    hold(
        new NewTransaction(
            transactionId("other"),
            List.of(new RemoveDocument(RandomRecords.ORDERS.document(value("o1")), List.of())),
            Optional.empty()));
    var before = stores.stored(FRESH.database().getName());

    assertThat(whole.records().tryWhole(NewRecord.alone(body, OWNER)).kind())
        .isEqualTo(Whole.Kind.CONTENDED);
    assertThat(stores.stored(FRESH.database().getName())).isEqualTo(before);

    NewRecord taken = NewRecord.alone(transfer("t2", "A", "B", cents(1)), OWNER);
    whole.records().insert(List.of(NewRecord.submitted(transfer("t2", "A", "B", cents(2)))));
    assertThat(whole.records().tryWhole(taken).kind()).isEqualTo(Whole.Kind.CONTENDED);
    NewRecord member =
        NewRecord.several(
            new RecordId("batch:1"), List.of(transfer("t2", "A", "B", cents(1))), false, OWNER);
    assertThat(whole.records().tryWhole(member).kind()).isEqualTo(Whole.Kind.CONTENDED);
    assertThat(WholeStores.read(whole, new RecordId("batch:1")).kind())
        .isEqualTo(Lookup.Kind.ABSENT);
  }

  /** Holds of the dead are cleared by the protocol: there would be enough then. */
  @Test
  void nothingIsRefusedOrReducedForWantOfWhatOthersHold() {
    hold(transfer("other", "A", "B", cents(50)));
    var before = stores.stored(FRESH.database().getName());
    NewTransaction atMost =
        NewTransaction.transferAtMost(
                transactionId("t2"), accountId("A"), accountId("B"), cents(20))
            .get();

    for (NewRecord record :
        List.of(
            NewRecord.alone(transfer("t1", "A", "C", cents(20)), OWNER),
            NewRecord.alone(atMost, OWNER),
            NewRecord.several(
                new RecordId("batch:1"),
                List.of(transfer("m1", "A", "C", cents(5)), transfer("m2", "A", "C", cents(6))),
                false,
                OWNER))) {
      assertThat(whole.records().tryWhole(record).kind())
          .as(record.toString())
          .isEqualTo(Whole.Kind.CONTENDED);
    }
    assertThat(stores.stored(FRESH.database().getName())).isEqualTo(before);

    NewRecord beside = NewRecord.alone(transfer("t4", "A", "C", cents(10)), OWNER);
    assertThat(whole.records().tryWhole(beside).record().orElseThrow().state())
        .isEqualTo(State.DONE);
  }

  @Test
  void whatAnOpenTransactionOfAnotherWritesIsInTheWay() {
    try (var session = FRESH.client().startSession()) {
      session.startTransaction();
      FRESH
          .database()
          .getCollection("accounts", BsonDocument.class)
          .updateOne(
              session,
              BsonDocument.parse("{_id: 'A'}"),
              BsonDocument.parse("{$set: {touched: true}}"));
      assertThat(
              whole
                  .records()
                  .tryWhole(NewRecord.alone(transfer("t1", "A", "B", cents(1)), OWNER))
                  .kind())
          .isEqualTo(Whole.Kind.CONTENDED);
      session.abortTransaction();
    }
  }

  @Test
  void whatCannotEndAtOnceAndWhatMayNotIsNotRun() {
    NewTransaction body = transfer("t1", "A", "B", cents(1));
    NewTransaction authorization =
        body.authorizedUnder(new AuthorizationTerms(Duration.ofDays(1), Optional.empty()));
    for (NewRecord record :
        List.of(
            NewRecord.submitted(body),
            NewRecord.alone(authorization, OWNER),
            NewRecord.tombstone(RecordId.of(body.id())))) {
      assertThat(whole.records().tryWhole(record).kind()).isEqualTo(Whole.Kind.NOT_RUN);
    }
    MongoStore without = stores.open(FRESH.another(), false);
    assertThat(without.records().tryWhole(NewRecord.alone(body, OWNER)).kind())
        .isEqualTo(Whole.Kind.NOT_RUN);
    assertThat(WholeStores.read(whole, RecordId.of(body.id())).kind())
        .isEqualTo(Lookup.Kind.ABSENT);
  }
}
