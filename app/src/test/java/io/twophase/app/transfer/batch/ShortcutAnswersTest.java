package io.twophase.app.transfer.batch;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.engine.EngineListener;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.engine.Engines;
import io.twophase.app.runtime.RandomIds;
import io.twophase.app.transfer.Answered;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferListener;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.app.transfer.atomic.AtomicShortcut;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.atomic.AtomicOutcome;
import io.twophase.domain.atomic.Fate;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import io.vavr.control.Option;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the shortcut has decided or left in doubt is answered so, whatever becomes of the rest. */
class ShortcutAnswersTest {

  private static final EngineSettings SETTINGS = EngineSettings.of(application("test"));
  private final StoreException gone = new StoreUnavailableException("planted: no store today");
  private final StoreException broken = new StoreException("planted: it is broken");
  private static final Fate APPLIED = new Fate.Applied();
  private static final Fate LEFT = new Fate.Left();
  private static final Fate REFUSED =
      new Fate.Refused(new HoldRefusal.NoSuchAccount(accountId("A")));

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final List<TransactionOutcome> ended = new ArrayList<>();
  private final List<TransactionOutcome> reported = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();
  private AtomicOutcome shortcut = new AtomicOutcome.NotRun(false);
  private Option<StoreException> fault = Option.none();
  private final BatchRunner runner =
      new BatchRunner(
          Engines.over(store.accounts(), new Records(store.transactions()), pause -> {}, SETTINGS),
          new AtomicShortcut(
              Option.some((begun, inOrder) -> shortcut),
              SETTINGS.application(),
              new RandomIds(),
              () -> Duration.ZERO,
              EngineListener.IGNORED),
          new RandomIds(),
          () -> Duration.ZERO,
          new TransferListener() {
            @Override
            public void transferEnded(TransactionOutcome outcome) {
              reported.add(outcome);
            }

            @Override
            public void transfersFailed(int transfers, Throwable thrown) {
              failed.add(transfers + " " + thrown.getMessage());
            }
          });

  /** Records that cannot be begun while there is a fault. */
  private final class Records extends ForwardingTransactions {
    Records(TransactionRepository sound) {
      super(sound);
    }

    @Override
    public List<BeginOutcome> begin(List<NewRecord> records) {
      fault.forEach(
          there -> {
            throw there;
          });
      return super.begin(records);
    }
  }

  private final class Entry implements TransferEntry {
    private final TransferRequest request;

    Entry(String id) {
      this.request =
          new TransferRequest(transactionId(id), accountId("A"), accountId("B"), cents(30));
    }

    @Override
    public TransferRequest request() {
      return request;
    }

    @Override
    public void ended(TransactionOutcome outcome) {
      ended.add(outcome);
    }
  }

  @BeforeEach
  void open() {
    store
        .accounts()
        .open(List.of(account("A").opening(cents(100)), account("B").opening(cents(0))));
  }

  private static TransactionOutcome applied(String id) {
    return new TransactionOutcome.Applied(transactionId(id), true, false, Option.none());
  }

  private static TransactionOutcome unknown(String id, StoreException why) {
    return new TransactionOutcome.Unknown(transactionId(id), why.getMessage());
  }

  private TransactionOutcome notAsked(String id) {
    return new TransactionOutcome.NotAsked(transactionId(id), gone.getMessage());
  }

  private void decides(Fate... fates) {
    shortcut = new AtomicOutcome.Committed(List.of(fates));
  }

  private List<TransactionOutcome> outcomes(String... ids) {
    List<Entry> entries = new ArrayList<>();
    for (String id : ids) {
      entries.add(new Entry(id));
    }
    List<TransactionOutcome> outcomes =
        runner.runWaiting(entries, () -> {}).stream().map(Answered::outcome).toList();
    assertThat(reported).isEqualTo(outcomes);
    return outcomes;
  }

  @Test
  void whatIsDecidedIsAnsweredWhereTheStoreIsGoneForTheRest() {
    decides(APPLIED, LEFT, REFUSED);
    fault = Option.some(gone);

    List<TransactionOutcome> outcomes = outcomes("t1", "t2", "t3");
    assertThat(outcomes.subList(0, 2)).containsExactly(applied("t1"), notAsked("t2"));
    assertThat(outcomes.get(2)).isInstanceOf(TransactionOutcome.Refused.class);
    assertThat(ended).containsExactly(outcomes.get(0), outcomes.get(2));
    assertThat(failed).isEmpty();
  }

  @Test
  void theRestIsUnknownWhereTheStoreIsBroken() {
    decides(LEFT, APPLIED);
    fault = Option.some(broken);

    assertThat(outcomes("t1", "t2")).containsExactly(unknown("t1", broken), applied("t2"));
  }

  @Test
  void whatIsInDoubtIsUnknownAndNeverNotAsked() {
    shortcut = new AtomicOutcome.InDoubt();
    fault = Option.some(gone);

    assertThat(outcomes("t1", "t2")).containsExactly(unknown("t1", gone), unknown("t2", gone));
    assertThat(failed).isEmpty();
  }

  @Test
  void whatIsInDoubtIsResolvedByAskingAgain() {
    shortcut = new AtomicOutcome.InDoubt();

    assertThat(outcomes("t1")).containsExactly(applied("t1"));
  }

  @Test
  void whereItHasDecidedNothingTheFaultIsThrown() {
    for (AtomicOutcome nothing :
        List.of(
            new AtomicOutcome.NotRun(true),
            new AtomicOutcome.NotRun(false),
            new AtomicOutcome.Committed(List.of(LEFT)))) {
      shortcut = nothing;
      fault = Option.some(gone);
      assertThatThrownBy(() -> runner.runWaiting(List.of(new Entry("t1")), () -> {}))
          .isSameAs(gone);
    }
    assertThat(failed).containsOnly("1 " + gone.getMessage()).hasSize(3);
    assertThat(reported).isEmpty();
  }

  @Test
  void allDecidedIsToldWhereNothingIsLeft() {
    decides(APPLIED);
    List<String> told = new ArrayList<>();
    runner.run(List.of(new Entry("t1")), () -> told.add("all"));

    assertThat(told).containsExactly("all");
    assertThat(ended).containsExactly(applied("t1"));
  }
}
