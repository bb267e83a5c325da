package io.twophase.app.simulation.audit;

import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Direction;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the auditor knows of a transaction.
 *
 * @param moves what it was asked to move, in the order asked
 * @param terms of one that was asked for as an authorization
 * @param atMost whether it was asked to move as much of it as there is
 */
record ExpectedTransaction(List<Move> moves, Optional<AuthorizationTerms> terms, boolean atMost) {

  ExpectedTransaction(List<Move> moves, Optional<AuthorizationTerms> terms) {
    this(moves, terms, false);
  }

  /**
   * What comes to an account.
   *
   * @param account which
   * @param amount how much; below zero if it goes
   */
  record Move(String account, long amount) {

    /** What an operation moves. */
    static Move of(AccountOperation operation) {
      long amount = operation.amount().minor();
      boolean goes = operation.direction() == Direction.DEBIT;
      return new Move(operation.account().value(), goes ? -amount : amount);
    }

    /** The same way, with as much as that. */
    Move ofSize(long size) {
      return new Move(account, amount < 0 ? -size : size);
    }
  }

  /** One that happens as soon as all of it is held. */
  static ExpectedTransaction of(Move... moves) {
    return new ExpectedTransaction(List.of(moves), Optional.empty());
  }

  /** One that takes as much as there is, and no more than the first of them says. */
  static ExpectedTransaction atMost(Move... moves) {
    return new ExpectedTransaction(List.of(moves), Optional.empty(), true);
  }

  /** What takes {@code moved} back. */
  static ExpectedTransaction reversing(List<Move> moved) {
    return new ExpectedTransaction(
        moved.stream().map(move -> new Move(move.account(), -move.amount())).toList(),
        Optional.empty());
  }

  /** Books moves. */
  static void book(List<Move> moves, Map<String, Long> balances) {
    moves.forEach(move -> balances.merge(move.account(), move.amount(), Math::addExact));
  }
}
