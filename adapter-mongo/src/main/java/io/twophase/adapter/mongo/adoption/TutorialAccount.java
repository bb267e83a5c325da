package io.twophase.adapter.mongo.adoption;

import io.twophase.adapter.mongo.document.BsonText;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields.WholeNumber;
import java.math.BigInteger;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * One account of a tutorial's transaction, and what the tutorial's writes would do to it.
 *
 * @param id the account's id
 * @param document the account, if there is one
 * @param mark the transaction's id
 */
public record TutorialAccount(BsonValue id, Optional<BsonDocument> document, BsonValue mark) {

  /** Both accounts of a tutorial's transaction. */
  public record Both(TutorialAccount source, TutorialAccount destination) {}

  String name() {
    return "account " + BsonText.ofId(id);
  }

  /** Returns whether the transaction has marked the account. */
  public boolean isMarked() {
    return marks() > 0;
  }

  private long marks() {
    return document
        .map(account -> account.get(Field.PENDING))
        .filter(value -> value != null && value.isArray())
        .map(value -> value.asArray().stream().filter(mark::equals).count())
        .orElse(0L);
  }

  /** Why the tutorial's protocol cannot change this account, if so. */
  public Optional<String> faultOfApplying() {
    if (document.isEmpty()) {
      return Optional.of(name() + " is missing: finishing would lose the amount");
    }
    if (document.orElseThrow().containsKey(Field.VERSION)) {
      return Optional.of(
          name() + " is adopted already: the tutorial's protocol must not apply to it");
    }
    return Optional.ofNullable(document.orElseThrow().get(Field.PENDING))
        .filter(pending -> !pending.isArray())
        .map(pending -> name() + ": pendingTransactions is " + BsonText.of(pending) + ", no array");
  }

  /** Why adding {@code change} to its balance would be inexact or leave it below zero, if so. */
  public Optional<String> faultOfMoving(long change, BsonValue value) {
    BsonValue balance = document.map(account -> account.get(Field.BALANCE)).orElse(null);
    if (balance == null) {
      return Optional.of(name() + ": " + Field.BALANCE + " is missing");
    }
    Optional<Long> whole = WholeNumber.of(balance);
    if (whole.isEmpty()) {
      return Optional.of(
          name() + ": balance is " + BsonText.of(balance) + ", not an exact whole number");
    }
    BigInteger after = BigInteger.valueOf(whole.orElseThrow()).add(BigInteger.valueOf(change));
    if (after.signum() < 0) {
      return Optional.of(name() + " has " + whole.orElseThrow() + ", which would become " + after);
    }
    long largest =
        balance.isDouble() || value.isDouble() ? WholeNumber.LARGEST_EXACT_DOUBLE : Long.MAX_VALUE;
    return after.compareTo(BigInteger.valueOf(largest)) > 0
        ? Optional.of(
            name()
                + " has "
                + whole.orElseThrow()
                + ", which would become "
                + after
                + ", too large")
        : Optional.empty();
  }

  /** Returns whether the account has the mark more than once, which the tutorial never does. */
  public Optional<String> faultOfMarks() {
    return marks() > 1
        ? Optional.of(name() + " has the mark of " + BsonText.of(mark) + " more than once")
        : Optional.empty();
  }
}
