package io.twophase.app.transfer;

import io.twophase.domain.AccountId;
import io.twophase.domain.Given;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Period;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.TransactionRefusal;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Many transfers that happen all at once or not at all: one transaction, which moves what they come
 * to for each account. So what one of them brings, another may spend, whichever comes first; and an
 * account that gets as much as it gives takes no part. At most {@link
 * NewTransaction#MAX_OPERATIONS} accounts may get or give.
 *
 * @param id names the transaction; the transfers' own ids are not stored
 * @param transfers in an order that counts for {@link #firstRefused} only
 */
public record AllOrNothing(TransactionId id, List<TransferRequest> transfers) {

  /**
   * The metadata of the transaction that has the SHA-256 of the file, where all transfers are rows
   * of one.
   */
  public static final String FILE = "file";

  private static final Comparator<Part> BY_ACCOUNT =
      Comparator.comparing(Part::account).thenComparing(part -> part.currency().getCurrencyCode());

  /** Copies the transfers. */
  public AllOrNothing {
    Objects.requireNonNull(id, "id");
    transfers = Given.list(transfers, "transfers");
  }

  /** The account and the currency of a net amount. */
  private record Part(AccountId account, Currency currency) {}

  /**
   * A reason why the transfers make no transaction.
   *
   * @param reason of the transaction, or of the transfer
   * @param at the place of the transfer that makes none, from 0 on; none if it is no single one
   */
  public record Invalid(TransactionRefusal reason, Optional<Integer> at) {}

  /** The one transaction; the same for the same transfers. */
  public Either<Invalid, TransactionRequest> request() {
    Map<Part, BigInteger> nets = new TreeMap<>(BY_ACCOUNT);
    for (int at = 0; at < transfers.size(); at++) {
      TransferRequest transfer = transfers.get(at);
      Either<TransactionRefusal, NewTransaction> checked =
          transfer.atMost()
              ? Either.left(new TransactionRefusal.AtMostOfMany())
              : transfer.transaction();
      if (checked.isLeft()) {
        return Either.left(new Invalid(checked.getLeft(), Optional.of(at)));
      }
      add(nets, transfer.source(), transfer.amount(), -1);
      add(nets, transfer.destination(), transfer.amount(), 1);
    }
    List<Operation> operations = new ArrayList<>();
    for (Map.Entry<Part, BigInteger> entry : nets.entrySet()) {
      Part part = entry.getKey();
      BigInteger net = entry.getValue();
      if (net.abs().bitLength() > 63) {
        return Either.left(
            new Invalid(
                new TransactionRefusal.AmountOverflow(part.currency(), net.abs()),
                Optional.empty()));
      }
      if (net.signum() != 0) {
        Money amount = new Money(net.abs().longValueExact(), part.currency());
        operations.add(
            net.signum() < 0
                ? new Debit(part.account(), amount)
                : new Credit(part.account(), amount));
      }
    }
    transfers.stream()
        .flatMap(transfer -> transfer.period().stream())
        .distinct()
        .forEach(period -> operations.add(Period.check(period)));
    return NewTransaction.of(id, operations, Optional.empty())
        .flatMap(body -> body.asked(Labels.NONE))
        .mapLeft(refusal -> new Invalid(refusal, Optional.empty()))
        .map(
            body ->
                new TransactionRequest(
                        id, operations, Optional.of("all or none of " + transfers.size()))
                    .labelled(labels()));
  }

  /** The file that the transfers are rows of, if they are of one. */
  private Labels labels() {
    List<Optional<String>> files =
        transfers.stream()
            .map(transfer -> transfer.importedRow().map(ImportedRow::file))
            .distinct()
            .toList();
    return files.size() == 1 && files.get(0).isPresent()
        ? Labels.NONE.with(FILE, files.get(0).orElseThrow())
        : Labels.NONE;
  }

  private static void add(
      Map<Part, BigInteger> nets, AccountId account, Money amount, int direction) {
    nets.merge(
        new Part(account, amount.currency()),
        BigInteger.valueOf(amount.minor()).multiply(BigInteger.valueOf(direction)),
        BigInteger::add);
  }

  /**
   * The place of the transfer because of which the transaction was refused, from 0 on: the first
   * that touches the account that refuses it; where that has too little, or too little room, the
   * one from which on it lacks. None if the refusal is about no account.
   */
  public Optional<Integer> firstRefused(Refusal refusal) {
    return refusal instanceof HoldRefusal ofAccount ? firstRefused(ofAccount) : Optional.empty();
  }

  private Optional<Integer> firstRefused(HoldRefusal refusal) {
    if (refusal instanceof HoldRefusal.InsufficientFunds funds) {
      return beyond(funds.account(), funds.available().minor(), -1);
    }
    if (refusal instanceof HoldRefusal.CeilingReached ceiling) {
      return beyond(ceiling.account(), ceiling.receivable().minor(), 1);
    }
    return IntStream.range(0, transfers.size())
        .filter(at -> !(refusal instanceof HoldRefusal.ForeignHold))
        .filter(at -> direction(transfers.get(at), refusal.account()) != 0)
        .boxed()
        .findFirst();
  }

  /** The last place at which the net goes beyond what there is; from there on it stays so. */
  private Optional<Integer> beyond(AccountId account, long room, int direction) {
    BigInteger limit = BigInteger.valueOf(room);
    BigInteger net = BigInteger.ZERO;
    Optional<Integer> from = Optional.empty();
    for (int at = 0; at < transfers.size(); at++) {
      int moved = direction(transfers.get(at), account) * direction;
      net =
          net.add(
              BigInteger.valueOf(transfers.get(at).amount().minor())
                  .multiply(BigInteger.valueOf(moved)));
      boolean isBeyond = net.compareTo(limit) > 0;
      int place = at;
      from = isBeyond ? from.or(() -> Optional.of(place)) : Optional.empty();
    }
    return from;
  }

  private static int direction(TransferRequest transfer, AccountId account) {
    return transfer.destination().equals(account) ? 1 : transfer.source().equals(account) ? -1 : 0;
  }
}
