package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.testing.Folds;
import io.twophase.domain.transaction.TransactionRefusal.AmountNotPositive;
import io.twophase.domain.transaction.TransactionRefusal.AmountOverflow;
import io.twophase.domain.transaction.TransactionRefusal.AtMostAuthorized;
import io.twophase.domain.transaction.TransactionRefusal.AtMostOfMany;
import io.twophase.domain.transaction.TransactionRefusal.AuthorizationAsked;
import io.twophase.domain.transaction.TransactionRefusal.NameTooLarge;
import io.twophase.domain.transaction.TransactionRefusal.NoOperations;
import io.twophase.domain.transaction.TransactionRefusal.RecordTooLarge;
import io.twophase.domain.transaction.TransactionRefusal.ReservedId;
import io.twophase.domain.transaction.TransactionRefusal.SameAccount;
import io.twophase.domain.transaction.TransactionRefusal.SameDocument;
import io.twophase.domain.transaction.TransactionRefusal.TooManyOperations;
import io.twophase.domain.transaction.TransactionRefusal.Unbalanced;
import io.twophase.domain.value.Value;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransactionRefusalTest {

  private static final SameDocument SAME_DOCUMENT =
      new SameDocument(new DocumentRef(CollectionName.of("orders"), new Value.Int32(7)));

  @Test
  void eachIsFoldedByItsOwnFunction() {
    Folds.assertEachReachesItsOwn(
        TransactionRefusal.class,
        List.of(
            new SameAccount(accountId("A")),
            SAME_DOCUMENT,
            new AmountNotPositive(usd("0")),
            new Unbalanced(USD, BigInteger.ONE, BigInteger.TWO),
            new AmountOverflow(USD, BigInteger.TWO.pow(64)),
            new NoOperations(),
            new TooManyOperations(3, 2),
            new RecordTooLarge(3, 2),
            new NameTooLarge(CollectionName.of("orders"), 3, 2),
            new ReservedId(transactionId("batch:1")),
            new AuthorizationAsked(transactionId("t")),
            new AtMostOfMany(),
            new AtMostAuthorized(transactionId("t"))),
        refusal -> refusal.fold(new Named()));
  }

  @Test
  void theirMessagesNameWhatIsWrong() {
    assertThat(SAME_DOCUMENT.message())
        .isEqualTo("document orders 7 occurs twice: a transaction touches a document once");
    assertThat(new TooManyOperations(3, 2).message()).isEqualTo("3 operations, at most 2");
    assertThat(new RecordTooLarge(30, 20).message())
        .isEqualTo("the operations take 30 bytes, at most 20");
    assertThat(new NameTooLarge(CollectionName.of("orders"), 30, 20).message())
        .isEqualTo(
            "an _id or the path to a field, of a document in orders, takes 30 bytes, at most 20");
  }

  private static final class Named implements TransactionRefusal.Cases<Class<?>> {
    @Override
    public Class<?> sameAccount(SameAccount refusal) {
      return SameAccount.class;
    }

    @Override
    public Class<?> sameDocument(SameDocument refusal) {
      return SameDocument.class;
    }

    @Override
    public Class<?> amountNotPositive(AmountNotPositive refusal) {
      return AmountNotPositive.class;
    }

    @Override
    public Class<?> unbalanced(Unbalanced refusal) {
      return Unbalanced.class;
    }

    @Override
    public Class<?> amountOverflow(AmountOverflow refusal) {
      return AmountOverflow.class;
    }

    @Override
    public Class<?> noOperations(NoOperations refusal) {
      return NoOperations.class;
    }

    @Override
    public Class<?> tooManyOperations(TooManyOperations refusal) {
      return TooManyOperations.class;
    }

    @Override
    public Class<?> recordTooLarge(RecordTooLarge refusal) {
      return RecordTooLarge.class;
    }

    @Override
    public Class<?> nameTooLarge(NameTooLarge refusal) {
      return NameTooLarge.class;
    }

    @Override
    public Class<?> reservedId(ReservedId refusal) {
      return ReservedId.class;
    }

    @Override
    public Class<?> atMostOfMany(AtMostOfMany refusal) {
      return AtMostOfMany.class;
    }

    @Override
    public Class<?> atMostAuthorized(AtMostAuthorized refusal) {
      return AtMostAuthorized.class;
    }

    @Override
    public Class<?> authorizationAsked(AuthorizationAsked refusal) {
      return AuthorizationAsked.class;
    }
  }
}
