package io.twophase.app.recovery;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.TwoPhase;
import io.twophase.app.audit.Finding;
import io.twophase.app.period.PeriodLookup;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.PeriodName;
import io.twophase.domain.outcome.OwnerLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.period.Period;
import io.twophase.ports.NewRecord;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.Store;
import io.twophase.test.fault.Unreadables.Kind;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rarer kinds of what may be unreadable, each among a hundred good ones. */
abstract class UnreadableKindsContract {

  private static final int GOOD = 100;
  private static final int ACCOUNTS = 10;
  private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);
  private static final Duration TWO_DAYS = Duration.ofDays(2);

  private final Damage damage;
  private Store store;
  private TwoPhase host;

  UnreadableKindsContract(Damage damage) {
    this.damage = damage;
  }

  @BeforeEach
  void begin() {
    store = damage.store(Option.some(ReceiptPeriod.of(Duration.ofDays(3))));
    host = TwoPhase.over(store).build();
    for (int at = 0; at < ACCOUNTS; at++) {
      host.accounts().open(account("A" + at).opening(cents(1_000)));
    }
  }

  @AfterEach
  void end() {
    host.close();
  }

  private static TransferRequest request(String id, int at) {
    return new TransferRequest(
        transactionId(id),
        accountId("A" + at % ACCOUNTS),
        accountId("A" + (at + 1) % ACCOUNTS),
        cents(1));
  }

  private void done() {
    List<TransferRequest> requests =
        IntStream.range(0, GOOD).mapToObj(at -> request("lone" + at, at)).toList();
    for (TransferRequest each : requests) {
      assertThat(host.transfers().transfer(each).isApplied()).isTrue();
    }
  }

  private List<Recovered> pass() {
    List<Recovered> recovered = new ArrayList<>();
    host.recovery().pass(RecoveryRequest.olderThan(HALF_AN_HOUR), recovered::add);
    return recovered;
  }

  private static List<String> unreadable(List<Recovered> recovered) {
    return recovered.stream()
        .filter(Recovered.Unreadable.class::isInstance)
        .map(Recovered::id)
        .toList();
  }

  private List<Recovered> rounds() {
    List<Recovered> reported = new ArrayList<>();
    RecoveryRounds rounds =
        new RecoveryRounds(host.recovery(), RecoveryRequest.olderThan(HALF_AN_HOUR));
    for (int round = 0; round < 5; round++) {
      rounds.next(reported::add);
    }
    return reported;
  }

  private List<Finding> findings() {
    return host.audit().run().findings();
  }

  @Test
  void allOtherAuthorizationsThatHaveExpiredAreVoided() {
    for (int at = 0; at < GOOD; at++) {
      host.authorizations()
          .authorize(request("waits" + at, at), new AuthorizationTerms(Duration.ofDays(1)));
    }
    damage.plant(Kind.RECORD, "waits5");
    damage.plant(Kind.RECORD, "waits7");
    damage.timePasses(TWO_DAYS);

    List<Recovered> recovered = pass();

    assertThat(unreadable(recovered)).contains("waits5", "waits7");
    assertThat(recovered.stream().filter(Recovered::isFinished)).hasSize(GOOD - 2);
    assertThat(findings()).anyMatch(each -> each.id().equals("waits7"));
  }

  @Test
  void allOtherTombstonesAndReceiptsGo() {
    done();
    for (int at = 0; at < GOOD; at++) {
      store.transactions().begin(List.of(new NewRecord.Tombstone(transactionId("never" + at))));
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

    List<PeriodLookup> page = host.periods().page(Option.none());

    assertThat(page).filteredOn(PeriodLookup.Found.class::isInstance).hasSize(GOOD - 1);
    assertThat(page).anyMatch(each -> each instanceof PeriodLookup.Unreadable);
    pass();
    findings();
  }

  @Test
  void aLeafThatCannotBeReadIsReportedWhereverItIs() {
    host.events().turnOn();
    host.evidence().turnOn();
    done();
    host.events().number();
    host.evidence().grow();
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
    host.events().turnOn();
    host.transfers().transfer(request("only", 1));
    host.events().number();
    damage.plant(Kind.NUMBER, 1);

    assertThat(findings()).anyMatch(each -> each.id().equals("1"));
  }

  @Test
  void anOwnerThatCannotBeReadIsReported() {
    for (int at = 0; at < GOOD; at++) {
      store.owners().beat(new OwnerId("owner" + at), application("dead"), Duration.ofSeconds(1));
    }
    damage.plant(Kind.OWNER, "owner5");
    damage.timePasses(TWO_DAYS);

    assertThat(unreadable(pass())).contains("owner5");
    assertThat(store.owners().find(List.of(new OwnerId("owner4"), new OwnerId("owner5"))))
        .extracting(OwnerLookup::getClass)
        .containsExactly(OwnerLookup.Absent.class, OwnerLookup.Unreadable.class);
  }
}
