package io.twophase.app.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.TransactionContext;
import io.twophase.app.testing.OneBank;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.ReceiptPeriod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What was finished long ago is removed, after all that must be done before. */
class RetentionTest extends OneBank {

  private final DocumentRef order = TwoPhase.document("orders", 7);
  private String buried = "";
  private int runs;

  /**
   * The function is in conflict nine times, or finds a tombstone under its ninth attempt's id, and
   * happens a millisecond after that.
   */
  private @Nullable Void tenthTime(TransactionContext tx) {
    DocumentSnapshot read = tx.get(order).orElseThrow();
    if (++runs == 9) {
      assertThat(store.records().insert(List.of(NewRecord.tombstone(new RecordId(buried)))))
          .containsExactly(List.of(BeginOutcome.BEGUN));
    }
    if (runs < 10) {
      host.run(TwoPhase.transaction("w" + runs).change(order, FieldChange.set("n", runs)))
          .orElseThrow();
    } else {
      now = now.plusMillis(1);
    }
    tx.put(read.with("n", -1));
    return null;
  }

  /** Eight attempts are looked for at once: behind the ninth alone the tenth would not be found. */
  @ParameterizedTest
  @CsvSource({"false, orders", "true, orders", "false, f~9", "true, f~9"})
  void earlierAttemptsOfAFunctionStayAsLongAsTheOneThatHappened(
      boolean areReceipts, String tombstone) {
    use(keeping(Optional.of(ReceiptPeriod.of(DAY.multipliedBy(2))).filter(any -> areReceipts)));
    buried = tombstone;
    host.run(TwoPhase.transaction("create").insert(order, Map.of("n", 0L))).orElseThrow();
    host.transact("f", this::tenthTime).orElseThrow();
    if (areReceipts) {
      now = now.plus(DAY);
      host.retention().pass();
    }
    now = now.plus(DAY).minusMillis(1);
    host.retention().pass();

    assertThat(host.transact("f", this::tenthTime).isApplied()).isTrue();
    assertThat(runs).isEqualTo(10);

    now = now.plusMillis(1);
    host.retention().pass();
    assertThat(there("f", "f~2", "f~9"))
        .containsOnly(areReceipts ? Lookup.Kind.REMOVED : Lookup.Kind.ABSENT);
    assertThat(there("f~10")).containsOnly(Lookup.Kind.ABSENT);

    now = now.plus(Duration.ofHours(1));
    host.retention().pass();
    assertThat(there("f", "f~2", "f~3", "f~4", "f~5", "f~6", "f~7", "f~8", "f~9"))
        .containsOnly(Lookup.Kind.ABSENT);
  }

  /** The function is in conflict once, and declines in its second run, so nothing has happened. */
  private @Nullable Void notYet(TransactionContext tx) {
    if (++runs == 2) {
      throw tx.decline("not yet");
    }
    tx.put(tx.get(order).orElseThrow().with("n", -1));
    if (runs == 1) {
      host.run(TwoPhase.transaction("w").change(order, FieldChange.set("n", 1))).orElseThrow();
    }
    return null;
  }

  /**
   * Another caller who finds no attempt begins the first one, so nobody may begin the next one
   * behind an attempt that goes meanwhile, or whose receipt goes before the next one's does.
   */
  @ParameterizedTest
  @CsvSource({"false, PT22H59M59.999S, true", "false, PT23H, false", "true, PT24H, false"})
  void aFunctionInConflictRunsNoMoreOnceItsAttemptsMayGo(
      boolean areReceipts, Duration later, boolean isRun) {
    use(keeping(Optional.of(ReceiptPeriod.FOR_EVER).filter(any -> areReceipts)));
    host.run(TwoPhase.transaction("create").insert(order, Map.of("n", 0L))).orElseThrow();
    assertThat(host.transact("f", this::notYet)).isInstanceOf(FunctionOutcome.Declined.class);

    now = now.plus(later);
    host.retention().pass();
    FunctionOutcome<?> again = host.transact("f", this::notYet);

    assertThat(again.isApplied()).isEqualTo(isRun);
    assertThat(again instanceof FunctionOutcome.Refused).isNotEqualTo(isRun);
    assertThat(runs).isEqualTo(isRun ? 3 : 2);
    now = now.plus(Duration.ofHours(1));
    host.retention().pass();
    assertThat(host.transact("f", this::notYet).isApplied()).isNotEqualTo(areReceipts);
    assertThat(runs).isEqualTo(areReceipts ? 2 : 3);
  }

  private List<Lookup.Kind> there(String... ids) {
    return store
        .records()
        .findMembers(Stream.of(ids).map(Fixtures::transactionId).toList())
        .stream()
        .map(Lookup::kind)
        .toList();
  }
}
