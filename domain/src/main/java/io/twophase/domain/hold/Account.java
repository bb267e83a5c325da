package io.twophase.domain.hold;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.AccountFields;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * An account as it is stored, with what records hold of it. An immutable value. All amounts are in
 * {@link #currency()}.
 *
 * @param opening the figures it was opened with: id, currency, first balance, floor, ceiling,
 *     normal direction
 * @param bounds the balance, and what may still be held out of the account and into it
 * @param status whether it takes ranges: while it is active, it is open for its currency; else it
 *     is shut for it
 * @param holds in the order in which they were placed: ranges of money, and checks
 * @param own fields that a host has given it, which checks may name
 */
public record Account(
    Opening opening, Bounds bounds, AccountStatus status, List<Hold> holds, Fields own)
    implements Stored {

  /** The holds do not change. */
  public Account {
    holds = List.copyOf(holds);
  }

  /** A new account: nothing held, all of it available. */
  public static Account open(Opening opening) {
    return new Account(
        opening,
        Bounds.around(
            opening.balance().minor(), opening.floor().minor(), opening.ceiling().minor()),
        AccountStatus.ACTIVE,
        List.of(),
        Fields.none());
  }

  /** Names the account. */
  public AccountId id() {
    return opening.id();
  }

  @Override
  public Target target() {
    return new Target.OfAccount(id());
  }

  /** The currency of every amount of it. */
  public Currency currency() {
    return opening.balance().currency();
  }

  /** An amount of this account as money. */
  public Money money(long minor) {
    return new Money(minor, currency());
  }

  /** Settled money. */
  public Money balance() {
    return money(bounds.value());
  }

  /** Returns how much may still be held out of the account. */
  public Money available() {
    return money(bounds.available());
  }

  /** Returns how much may still be held into the account. */
  public Money receivable() {
    return money(bounds.receivable());
  }

  /**
   * The lowest that the balance may become by what is held. However the transactions that hold
   * something now are decided, in whatever order, the balance stays between this and {@link
   * #highest()}.
   */
  public Money lowest() {
    return money(opening.floor().minor() + bounds.available());
  }

  /** The highest that the balance may become by what is held. */
  public Money highest() {
    return money(opening.ceiling().minor() - bounds.receivable());
  }

  @Override
  public boolean has(Scale scale) {
    return scale.fold(money -> money.currency().equals(currency()), field -> false);
  }

  private Currency asked(Scale scale) {
    return scale.fold(
        money -> money.currency(),
        field -> {
          throw new IllegalArgumentException("account " + id() + " has no number " + field);
        });
  }

  @Override
  public Either<CancelReason, Bounds> bounds(Scale scale) {
    Currency asked = asked(scale);
    return switch (status) {
      case CLOSED -> Either.left(new HoldRefusal.AccountClosed(id()));
      case FROZEN -> Either.left(new HoldRefusal.AccountFrozen(id()));
      case ACTIVE ->
          currency().equals(asked)
              ? Either.right(bounds)
              : Either.left(new HoldRefusal.CurrencyMismatch(id(), currency(), asked));
    };
  }

  /**
   * The fields that a check may name: the host's own, and those of the account but the three
   * figures that ranges change, which may be decided and not settled yet.
   */
  @Override
  public Fields fields() {
    List<Field> fields = new ArrayList<>();
    fields.add(text(AccountFields.STATUS, AccountFields.name(status)));
    fields.add(text(AccountFields.CURRENCY, currency().getCurrencyCode()));
    fields.add(number(AccountFields.OVERDRAFT, -opening.floor().minor()));
    fields.add(number(AccountFields.CEILING, opening.ceiling().minor()));
    fields.add(number(AccountFields.OPENING, opening.balance().minor()));
    if (opening.normal() == Direction.DEBIT) {
      fields.add(text(AccountFields.NORMAL, AccountFields.name(Direction.DEBIT)));
    }
    fields.addAll(own.all());
    return new Fields(fields);
  }

  private static Field text(String name, String value) {
    return new Field(name, new Value.Text(value));
  }

  private static Field number(String name, long value) {
    return new Field(name, new Value.Int64(value));
  }

  /**
   * Changes the status. If it has that status already, it stays as it is. While an undecided record
   * checks the account, its status does not change.
   */
  public Either<StatusRefusal, Account> change(StatusChange change) {
    if (status == change.to()) {
      return Either.right(this);
    }
    if (status == AccountStatus.CLOSED) {
      return Either.left(new StatusRefusal.Closed(id()));
    }
    Optional<Hold> check =
        holds.stream().filter(hold -> hold.mode() != HoldMode.ESCROW).findFirst();
    if (check.isPresent()) {
      return Either.left(new StatusRefusal.Busy(id(), check.orElseThrow().transaction()));
    }
    return change == StatusChange.CLOSE ? closed() : Either.right(with(change.to()));
  }

  private Either<StatusRefusal, Account> closed() {
    if (!holds.isEmpty()) {
      return Either.left(new StatusRefusal.HasHolds(id(), holds.size()));
    }
    return balance().minor() == 0
        ? Either.right(with(AccountStatus.CLOSED))
        : Either.left(new StatusRefusal.NotEmpty(id(), balance()));
  }

  private Account with(AccountStatus newStatus) {
    return new Account(opening, bounds, newStatus, holds, own);
  }

  @Override
  public Account with(List<Hold> newHolds) {
    return new Account(opening, bounds, status, newHolds, own);
  }

  @Override
  public Account with(Scale scale, Bounds newBounds) {
    return new Account(opening, newBounds, status, holds, own);
  }

  /** Asks nothing of the status: whatever is decided happens. */
  @Override
  public Account ending(Hold range, long net) {
    return new Account(opening, bounds.ending(range.range(), net), status, holds, own);
  }

  /** Accounts keep no trace of who changed them. */
  @Override
  public Account changedBy(Hold hold) {
    return this;
  }

  @Override
  public <T> T fold(
      Function<? super Account, ? extends T> account,
      Function<? super Document, ? extends T> document) {
    return account.apply(this);
  }

  /**
   * An account's figures as people see them. Those of a credit-normal account are as they are
   * stored. Those of a debit-normal account have the sign turned: a debit raises the balance, what
   * is available is what may still be credited, and its floor and ceiling are those that it was
   * opened with. Amounts that are held or moved have no sign to turn: a debit stays a debit.
   *
   * @param balance settled money
   * @param lowest the lowest that the balance may become by what is held and undecided
   * @param highest the highest that it may become by that
   * @param available how much the balance may still fall by new holds: what is above the floor and
   *     not held
   * @param floor the lowest balance that it may have
   * @param ceiling the highest balance that it may have; none if only int64 bounds it
   */
  public record Shown(
      Money balance,
      Money lowest,
      Money highest,
      Money available,
      Money floor,
      Optional<Money> ceiling) {

    /** The figures of {@code account}. */
    public static Shown of(Account account) {
      return switch (account.opening().normal()) {
        case CREDIT -> of(account, account.lowest(), account.highest(), account.available());
        case DEBIT -> of(account, account.highest(), account.lowest(), account.receivable());
      };
    }

    private static Shown of(Account account, Money lowest, Money highest, Money available) {
      Opening opening = account.opening();
      return new Shown(
          opening.shown(account.balance()),
          opening.shown(lowest),
          opening.shown(highest),
          available,
          opening.shownFloor(),
          opening.shownCeiling());
    }
  }
}
