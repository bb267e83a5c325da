package io.twophase.domain.authorization;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.operation.AccountOperation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A request to capture, beyond the scenes of {@code reversing.txt} … */
class CaptureRequestTest {
  private static final List<AccountOperation> HELD =
      List.of(debit("A", usd("5")), credit("B", usd("4")), credit("C", usd("1")));

  @Test
  void hasAnAmountOfEachAccountThatItNames() {
    Map<AccountId, Money> amounts = new HashMap<>();
    amounts.put(accountId("A"), null);
    assertThatThrownBy(() -> new CaptureRequest.ByAccount(amounts).of(HELD))
        .hasMessage("amounts has no amount of account A");
  }

  @Test
  void thatIsCapturedHasOneAmountForEachWithinWhatIsHeld() {
    for (List<Long> amounts :
        List.of(List.of(1L), List.of(0L, 400L, 100L), List.of(501L, 400L, 100L))) {
      assertThatIllegalArgumentException().isThrownBy(() -> Captured.of(HELD, amounts));
    }
    assertThat(Captured.IN_FULL.amountOf(HELD.get(1))).isEqualTo(400);
    assertThat(Captured.of(HELD, List.of(499L, 400L, 99L)).isInFull()).isFalse();
  }
}
