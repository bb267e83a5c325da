package io.twophase.domain.authorization;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.operation.AccountOperation;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A request to capture … */
class CaptureRequestTest {

  private static final AccountId A = accountId("A");
  private static final AccountId B = accountId("B");
  private static final AccountId C = accountId("C");

  private static final List<AccountOperation> HELD =
      List.of(debit("A", usd("5")), credit("B", usd("4")), credit("C", usd("1")));

  private static final List<AccountOperation> TRANSFER =
      List.of(debit("A", usd("5")), credit("B", usd("5")));

  @Test
  void inFullMovesAllThatIsHeld() {
    Captured captured = accepted(CaptureRequest.inFull().of(HELD));
    assertThat(captured).isEqualTo(Captured.IN_FULL);
    assertThat(captured.of(HELD)).isEqualTo(HELD);
    assertThat(captured.amountOf(HELD.get(1))).isEqualTo(400);
  }

  @Test
  void ofAsMuchAsIsHeldIsOneInFull() {
    assertThat(accepted(new CaptureRequest.OfEach(usd("5")).of(TRANSFER)))
        .isEqualTo(Captured.IN_FULL);
  }

  @Test
  void ofLessMovesThatOfEach() {
    Captured captured = accepted(new CaptureRequest.OfEach(usd("3")).of(TRANSFER));
    assertThat(captured.of(TRANSFER)).containsExactly(debit("A", usd("3")), credit("B", usd("3")));
    assertThat(captured.amounts()).containsExactly(300L, 300L);
    assertThat(captured.isInFull()).isFalse();
  }

  @Test
  void byAccountMovesWhatIsNamedAndTheRestInFull() {
    Captured captured = accepted(of(Map.of(A, usd("4"), B, usd("3"))));
    assertThat(captured.of(HELD))
        .containsExactly(debit("A", usd("4")), credit("B", usd("3")), credit("C", usd("1")));
    assertThat(captured.amounts()).containsExactly(400L, 300L, 100L);
  }

  @Test
  void isRefusedByItsRulesTheFirstOfThemThatAnswers() {
    assertThat(refused(of(Map.of(accountId("Z"), usd("9"), A, usd("9")))))
        .isEqualTo(new AuthorizationRefusal.AccountNotHeld(accountId("Z")));
    assertThat(refused(of(Map.of(A, eur("9")))))
        .isEqualTo(new AuthorizationRefusal.OtherCurrency(A, USD, EUR));
    assertThat(refused(of(Map.of(A, usd("0")))))
        .isEqualTo(new AuthorizationRefusal.NothingToCapture(A, usd("0")));
    assertThat(refused(of(Map.of(A, usd("5.01"), C, usd("0")))))
        .isEqualTo(new AuthorizationRefusal.MoreThanHeld(A, usd("5"), usd("5.01")));
    assertThat(refused(of(Map.of(A, usd("4")))))
        .isEqualTo(
            new AuthorizationRefusal.UnbalancedCapture(
                USD, BigInteger.valueOf(400), BigInteger.valueOf(500)));
    assertThat(refused(new CaptureRequest.OfEach(usd("1")).of(HELD)))
        .isInstanceOf(AuthorizationRefusal.UnbalancedCapture.class);
  }

  @Test
  void ofAnAmountIsRefusedWhereNoMoneyIsHeld() {
    Money asked = usd("-5");
    assertThat(new CaptureRequest.OfEach(asked).of(List.of()))
        .isEqualTo(Either.left(new AuthorizationRefusal.NoMoneyHeld(asked)));
    assertThat(CaptureRequest.inFull().of(List.of())).isEqualTo(Either.right(Captured.IN_FULL));
  }

  @Test
  void hasAnAmountOfEachAccountThatItNames() {
    Map<AccountId, Money> amounts = new HashMap<>();
    amounts.put(A, null);
    assertThatThrownBy(() -> of(amounts)).hasMessage("amounts has no amount of account A");
  }

  @Test
  void thatIsCapturedHasOneAmountForEachWithinWhatIsHeld() {
    assertThatIllegalArgumentException().isThrownBy(() -> Captured.of(HELD, List.of(1L)));
    assertThatIllegalArgumentException().isThrownBy(() -> Captured.of(TRANSFER, List.of(0L, 500L)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Captured.of(TRANSFER, List.of(501L, 500L)));
  }

  private static Either<AuthorizationRefusal, Captured> of(Map<AccountId, Money> amounts) {
    return new CaptureRequest.ByAccount(amounts).of(HELD);
  }
}
