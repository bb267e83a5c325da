package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.statement.PeriodLookup;
import io.twophase.domain.OwnerId;
import io.twophase.domain.PeriodName;
import io.twophase.domain.account.Period;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.test.fault.Unreadables.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** The rarer kinds of what may be unreadable, each among a hundred good ones. */
class UnreadableKindsTest extends AmongTheReadable {

  UnreadableKindsTest() {
    super(Optional.of(ReceiptPeriod.of(Duration.ofDays(3))));
  }

  @Test
  void allOtherAuthorizationsThatHaveExpiredAreVoided() {
    for (int at = 0; at < GOOD; at++) {
      host.authorizations()
          .authorize(request("waits" + at, at), new AuthorizationTerms(Duration.ofDays(1)));
    }
    damage.plant(Kind.RECORD, "waits5");
    damage.plant(Kind.RECORD, "waits7");

    List<Recovered> recovered = pass();

    assertThat(unreadable(recovered)).contains("waits5", "waits7");
    assertThat(finished(recovered)).hasSize(GOOD - 2);
    assertThat(findings()).anyMatch(each -> each.id().equals("waits7"));
  }

  @Test
  void allOtherTombstonesAndReceiptsGo() {
    loneDone();
    for (int at = 0; at < GOOD; at++) {
      store.records().insert(List.of(NewRecord.tombstone(new RecordId("never" + at))));
    }
    damage.plant(Kind.RECORD, "never5");
    damage.timePasses(TWO_DAYS);

    assertThat(unreadable(rounds())).contains("never5");

    assertThat(findings()).anyMatch(each -> each.id().equals("never5"));
    assertThat(host.transactions().find(transactionId("lone99")))
        .isInstanceOf(TransactionLookup.Removed.class);
    damage.plant(Kind.RECORD, "lone7");
    assertThat(findings()).anyMatch(each -> each.id().equals("lone7"));
    damage.timePasses(TWO_DAYS);
    rounds();

    assertThat(host.transactions().find(transactionId("lone99")))
        .isInstanceOf(TransactionLookup.Absent.class);
  }

  private static PeriodName name(int at) {
    return PeriodName.parse("p%03d".formatted(at)).get();
  }

  @Test
  void aPeriodThatCannotBeReadIsShownAmongTheOthers() {
    for (int at = 0; at < GOOD; at++) {
      host.periods().open(name(at), "");
    }
    damage.plant(Kind.DOCUMENT, Period.document(name(5)));

    List<PeriodLookup> page = host.periods().page(Optional.empty());

    assertThat(page).filteredOn(PeriodLookup.Found.class::isInstance).hasSize(GOOD - 1);
    assertThat(page).anyMatch(each -> each instanceof PeriodLookup.Unreadable);
    pass();
    findings();
  }

  @Test
  void aLeafThatCannotBeReadIsReportedWhereverItIs() {
    loneDone();
    number();
    long last = host.evidence().head().size();
    damage.plant(Kind.LEAF, last);

    assertThat(findings()).anyMatch(each -> each.id().equals(Long.toString(last)));
    damage.plant(Kind.LEAF, 5);
    host.transfers().transfer(request("later", 1));
    rounds();
    assertThat(findings()).anyMatch(each -> each.id().equals("5"));
  }

  @Test
  void aNumberThatCannotBeReadIsReportedAlsoWhereItIsTheOnlyOne() {
    host.transfers().transfer(request("only", 1));
    host.events().number();
    damage.plant(Kind.NUMBER, 1);

    assertThat(findings()).anyMatch(each -> each.id().equals("1"));
  }

  @Test
  void anOwnerThatCannotBeReadIsReported() {
    for (int at = 0; at < GOOD; at++) {
      store
          .owners()
          .beat(new OwnerId("owner" + at), application("dead"), Duration.ofSeconds(1), Vitals.NONE);
    }
    damage.plant(Kind.OWNER, "owner5");

    assertThat(unreadable(pass())).contains("owner5");
    assertThat(store.owners().find(List.of(new OwnerId("owner4"), new OwnerId("owner5"))))
        .extracting(OwnerLookup::getClass)
        .containsExactly(OwnerLookup.Absent.class, OwnerLookup.Unreadable.class);
  }

  @Test
  void periodsWhoseIdsAreNoNamesAreNotAmongTheOthers() {
    host.periods().open(PeriodName.parse("may").get(), "");
    BsonDocument period = FRESH.collection("periods").find().first().clone();
    for (BsonValue id : List.of(new BsonInt32(7), new BsonString("june "))) {
      period.put("_id", id);
      FRESH.collection("periods").insertOne(period);
    }

    assertThat(host.periods().page(Optional.empty()))
        .hasSize(1)
        .allMatch(PeriodLookup.Found.class::isInstance);
  }
}
