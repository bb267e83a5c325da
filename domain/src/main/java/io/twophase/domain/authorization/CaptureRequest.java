package io.twophase.domain.authorization;

import static java.util.stream.Collectors.toMap;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.operation.AccountOperation;
import io.vavr.control.Either;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The amounts of an authorization that a capture asks for. Its operations on documents happen
 * whole, whatever is captured of the money.
 */
public sealed interface CaptureRequest {

  /** All that is held. */
  static CaptureRequest inFull() {
    return new InFull();
  }

  /**
   * Returns what this captures of operations that are held, or why it cannot be captured. The
   * rules, in the order in which they answer: something is held, where an amount of each is asked;
   * each account is one of them, in its order by id; the amount is of the operation's currency,
   * above zero, and at most what is held; then, in each currency, what leaves is what arrives.
   */
  Either<AuthorizationRefusal, Captured> of(List<AccountOperation> held);

  /** All that is held. */
  record InFull() implements CaptureRequest {

    @Override
    public Either<AuthorizationRefusal, Captured> of(List<AccountOperation> held) {
      return Either.right(Captured.IN_FULL);
    }
  }

  /** The same amount of each debit and each credit: of a transfer's two. */
  record OfEach(Money amount) implements CaptureRequest {

    @Override
    public Either<AuthorizationRefusal, Captured> of(List<AccountOperation> held) {
      return held.isEmpty()
          ? Either.left(new AuthorizationRefusal.NoMoneyHeld(amount))
          : new CaptureRules(held)
              .captured(held.stream().collect(toMap(AccountOperation::account, each -> amount)));
    }
  }

  /** An amount of each account that is named, and of all others what is held. */
  record ByAccount(Map<AccountId, Money> amounts) implements CaptureRequest {

    /** The amounts do not change. */
    public ByAccount {
      amounts.forEach(
          (account, amount) -> {
            Objects.requireNonNull(account, "amounts has an amount of no account");
            Objects.requireNonNull(amount, () -> "amounts has no amount of account " + account);
          });
      amounts = Map.copyOf(amounts);
    }

    @Override
    public Either<AuthorizationRefusal, Captured> of(List<AccountOperation> held) {
      return new CaptureRules(held).captured(amounts);
    }
  }
}
