package io.twophase.app.transfer;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.statement.PeriodLookup;
import io.twophase.app.statement.PeriodOutcome;
import io.twophase.app.statement.StatementAnswer;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.testing.Families;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a host does with an outcome. */
class OutcomesTest {

  private static final TransactionOutcome.Applied APPLIED =
      new TransactionOutcome.Applied(transactionId("t"), true, false, Optional.empty());
  private static final Refusal CANCELED = new CancelReason.Requested("no");
  private static final TransactionOutcome.Refused REFUSED =
      new TransactionOutcome.Refused(transactionId("t"), CANCELED, true, false, Optional.empty());
  private static final TransactionOutcome.Unknown UNKNOWN =
      new TransactionOutcome.Unknown(transactionId("t"), "no answer");
  private static final TransactionOutcome.NotAsked NOT_ASKED =
      new TransactionOutcome.NotAsked(transactionId("t"), "shutting down");

  /** The families that hosts fold, and go on with one case of. */
  private static Stream<Class<?>> families() {
    return Stream.of(
        TransactionOutcome.class,
        FunctionOutcome.class,
        EnqueueOutcome.class,
        PreviewOutcome.class,
        CancelOutcome.class,
        ReverseOutcome.class,
        AuthorizeOutcome.class,
        CaptureOutcome.class,
        ApproveOutcome.class,
        VoidOutcome.class,
        PeriodOutcome.class,
        PeriodLookup.class,
        StatementAnswer.class);
  }

  static Stream<Object> folded() {
    return Stream.concat(families(), Stream.of(Recovered.class)).flatMap(Families::cases);
  }

  static Stream<Object> answers() {
    return families().flatMap(Families::cases);
  }

  @ParameterizedTest
  @MethodSource("folded")
  void foldAsksTheFunctionOfItsOwn(Object outcome) throws ReflectiveOperationException {
    Families.assertFoldAsksItsOwn(outcome);
  }

  @ParameterizedTest
  @MethodSource("answers")
  void eachCaseIsReturnedOrThrownAsItsPredicateSays(Object outcome)
      throws ReflectiveOperationException {
    Families.assertReturnedOrThrown(outcome);
  }

  @Test
  void whoGoesOnOnlyWithWhatHappenedThrowsOtherwise() {
    assertThat(APPLIED.orElseThrow()).isSameAs(APPLIED);
    assertThat(List.of(APPLIED.isApplied(), REFUSED.isApplied(), UNKNOWN.isApplied()))
        .containsExactly(true, false, false);
    assertThatThrownBy(REFUSED::orElseThrow)
        .isInstanceOfSatisfying(
            NotDoneException.class, thrown -> assertThat(thrown.outcome()).isSameAs(REFUSED))
        .hasMessage("transfer t is refused: canceled on request: no");
    assertThatThrownBy(UNKNOWN::orElseThrow)
        .hasMessage("transfer t is not certain: no answer; asking again resolves it");
    assertThatThrownBy(NOT_ASKED::orElseThrow)
        .hasMessage("transfer t was not asked: shutting down");
  }
}
