package io.twophase.domain;

import static io.twophase.domain.testing.Documents.is;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.document.Guard;
import io.twophase.domain.function.StoredAttempt;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Families;
import io.twophase.domain.transaction.Refusal;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FamiliesTest {

  private static Stream<Class<?>> lookups() {
    return Stream.of(
        AccountLookup.class,
        TransactionLookup.class,
        OwnerLookup.class,
        OpenOutcome.class,
        StatusOutcome.class);
  }

  static Stream<Object> folded() {
    return Stream.concat(
        Stream.concat(lookups(), Stream.of(StoredAttempt.class)).flatMap(Families::cases),
        Stream.of(new Guard.Unchanged(Documents.fields()), is("n", 1)));
  }

  static Stream<Object> answers() {
    return Stream.concat(lookups(), Stream.of(ReadAnswer.class)).flatMap(Families::cases);
  }

  @ParameterizedTest
  @MethodSource("folded")
  void foldAsksTheFunctionOfItsOwn(Object one) throws ReflectiveOperationException {
    Families.assertFoldAsksItsOwn(one);
  }

  @ParameterizedTest
  @MethodSource("answers")
  void eachCaseIsReturnedOrThrownAsItsPredicateSays(Object one)
      throws ReflectiveOperationException {
    Families.assertReturnedOrThrown(one);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Refusal.class,
        AuthorizationRefusal.class,
        OpeningRefusal.class,
        StatusRefusal.class,
        MoneyRefusal.class,
        ReadAnswer.NotRead.class
      })
  void eachReasonHasItsOwnLine(Class<?> family) {
    assertThat(Families.types(family))
        .allMatch(
            type ->
                type.isAnnotationPresent(Reason.Line.class)
                    || Arrays.stream(type.getDeclaredMethods())
                        .anyMatch(method -> method.getName().equals("message")));
  }
}
