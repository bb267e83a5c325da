package io.twophase.app.audit;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.AuditProgress.Phase;
import io.twophase.app.testing.Hosts;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.account.Opening;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Unreadables;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What whoever watches an audit is told, and how it ends one. */
class AuditWatchTest {

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final TwoPhase twoPhase = Hosts.alone(store);
  private final List<AuditProgress> told = new ArrayList<>();

  @BeforeEach
  void openAccounts() {
    List<Opening> openings =
        IntStream.range(0, 2_500)
            .mapToObj(at -> Opening.of(accountId("a" + at), usd("10.00")).get())
            .toList();
    twoPhase.accounts().open(openings);
    twoPhase.transfers().transfer(accountId("a1"), accountId("a2"), usd("1.00"));
  }

  private boolean note(AuditProgress progress) {
    told.add(progress);
    return true;
  }

  @Test
  void eachPhaseIsToldAndEachThousand() {
    Optional<AuditReport> report = twoPhase.audit().run(Optional.empty(), this::note);

    assertThat(report).contains(twoPhase.audit().run());
    assertThat(told)
        .extracting(AuditProgress::phase)
        .containsExactly(
            Phase.TRANSACTIONS,
            Phase.ACCOUNTS,
            Phase.ACCOUNTS,
            Phase.ACCOUNTS,
            Phase.DOCUMENTS,
            Phase.EVIDENCE,
            Phase.CONCLUSION);
    assertThat(told)
        .extracting(AuditProgress::accounts)
        .containsExactly(0L, 0L, 1_000L, 2_000L, 2_500L, 2_500L, 2_500L);
    AuditProgress last = told.get(told.size() - 1);
    assertThat(last).isEqualTo(new AuditProgress(Phase.CONCLUSION, 1, 2_500, 0, 0, 0));
    assertThat(last.read()).isEqualTo(2_501);
  }

  @Test
  void findingsAreCountedOnceAndDecidedRecordsToo() {
    twoPhase.events().turnOn();
    twoPhase.transfers().transfer(accountId("a3"), accountId("a4"), usd("1.00"));
    FaultyStore faulty = FaultyStore.over(store);
    faulty.unreadables().plant(Unreadables.Kind.ACCOUNT, "a7");
    faulty.unreadables().plant(Unreadables.Kind.CONSUMER, "mail");
    twoPhase.events().consume(new ConsumerName("mail"), 1, events -> {});

    AuditReport report =
        new Audit(faulty, Duration.ofDays(1)).run(Optional.empty(), this::note).orElseThrow();

    AuditProgress last = told.get(told.size() - 1);
    assertThat(last.decided()).isEqualTo(2);
    assertThat(report.findings())
        .extracting(Finding::kind)
        .contains(Finding.Kind.ACCOUNT_UNREADABLE, Finding.Kind.CONSUMER_UNREADABLE);
    assertThat(last.findings()).isEqualTo(2);
  }

  @Test
  void anAuditEndsWhereItsWatchSaysSo() {
    for (Phase phase : Phase.values()) {
      assertThat(twoPhase.audit().run(Optional.empty(), progress -> progress.phase() != phase))
          .isEmpty();
    }
    assertThat(twoPhase.audit().run(Optional.empty(), progress -> progress.accounts() < 1_000))
        .isEmpty();
  }

  @Test
  void whatAWatchThrowsIsThrown() {
    assertThatThrownBy(
            () ->
                twoPhase
                    .audit()
                    .run(
                        Optional.empty(),
                        progress -> {
                          throw new IllegalStateException("planted");
                        }))
        .hasMessage("planted");
  }
}
