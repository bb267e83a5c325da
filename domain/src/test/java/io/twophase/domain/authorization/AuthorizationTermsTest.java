package io.twophase.domain.authorization;

import static io.twophase.domain.authorization.ApprovalRule.MAX_NAMED;
import static io.twophase.domain.testing.Fixtures.NOW;
import static java.util.Collections.nCopies;
import static java.util.stream.IntStream.rangeClosed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.ApproverName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The terms of an authorization … */
class AuthorizationTermsTest {

  private static final ApproverName ANN = new ApproverName("Ann");
  private static final ApproverName BOB = new ApproverName("Bob");

  @Test
  void sayWhenItExpiresAndHowManyHaveToApproveIt() {
    AuthorizationTerms terms = new AuthorizationTerms(Duration.ofDays(7));
    assertThat(terms.expiresAt(NOW)).isEqualTo(NOW.plus(Duration.ofDays(7)));
    assertThat(terms.requiredApprovals()).isZero();
    ApprovalRule oneOfTwo = new ApprovalRule(1, List.of(ANN, BOB));
    assertThat(
            new AuthorizationTerms(Duration.ofMillis(1), Optional.of(oneOfTwo)).requiredApprovals())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT0.0001S", "P36526D"})
  void haveALifetimeAboveZeroOfAHundredYearsAtMostInWholeMilliseconds(String lifetime) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AuthorizationTerms(Duration.parse(lifetime)));
    assertThat(new AuthorizationTerms(AuthorizationTerms.MAX_LIFETIME).approvals()).isEmpty();
  }

  @Test
  void askForNoMoreApprovalsThanMayBeGivenAndNameNobodyTwice() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ApprovalRule(0, List.of(ANN)));
    assertThatIllegalArgumentException().isThrownBy(() -> new ApprovalRule(3, List.of(ANN, BOB)));
    assertThatIllegalArgumentException().isThrownBy(() -> new ApprovalRule(1, nCopies(2, ANN)));
    List<ApproverName> many =
        rangeClosed(0, MAX_NAMED).mapToObj(at -> new ApproverName("a" + at)).toList();
    assertThatIllegalArgumentException().isThrownBy(() -> new ApprovalRule(1, many));
    assertThat(new ApprovalRule(1, many.subList(1, many.size())).named()).hasSize(100);
  }
}
