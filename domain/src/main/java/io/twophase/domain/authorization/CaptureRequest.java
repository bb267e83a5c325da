package io.twophase.domain.authorization;

import static io.vavr.API.$;
import static io.vavr.API.Case;
import static io.vavr.API.Match;
import static io.vavr.Predicates.instanceOf;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.operation.AccountOperation;
import io.vavr.control.Either;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The amounts of an authorization that a capture asks for. Its operations on documents happen
 * whole, whatever is captured of the money.
 */
public sealed interface CaptureRequest {

  /** All that is held. */
  static CaptureRequest inFull() {
    return new InFull();
  }

  /** Returns what the function for this request says. */
  default <T> T fold(
      Function<? super InFull, ? extends T> inFull,
      Function<? super OfEach, ? extends T> ofEach,
      Function<? super ByAccount, ? extends T> byAccount) {
    return Match(this)
        .of(
            Case($(instanceOf(InFull.class)), inFull),
            Case($(instanceOf(OfEach.class)), ofEach),
            Case($(instanceOf(ByAccount.class)), byAccount));
  }

  /**
   * Returns what this captures of operations that are held, or why it cannot be captured. The
   * rules, in the order in which they answer: something is held, where an amount of each is asked;
   * each account is one of them, in its order by id; the amount is of the operation's currency,
   * above zero, and at most what is held; then, in each currency, what leaves is what arrives.
   */
  default Either<AuthorizationRefusal, Captured> of(List<AccountOperation> held) {
    return new CaptureRules(held).captured(this);
  }

  /** All that is held. */
  record InFull() implements CaptureRequest {}

  /** The same amount of each debit and each credit: of a transfer's two. */
  record OfEach(Money amount) implements CaptureRequest {}

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
  }
}
