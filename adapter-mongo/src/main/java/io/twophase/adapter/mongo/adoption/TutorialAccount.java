package io.twophase.adapter.mongo.adoption;

import io.twophase.adapter.mongo.document.BsonText;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.WholeNumber;
import io.vavr.control.Option;
import java.math.BigInteger;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * One account of a tutorial's transaction, and what the tutorial's writes would do to it.
 *
 * @param id the account's id
 * @param document the account, if there is one
 * @param mark the transaction's id
 */
public record TutorialAccount(BsonValue id, Option<BsonDocument> document, BsonValue mark) {

  /** Both accounts of a tutorial's transaction. */
  public record Both(TutorialAccount source, TutorialAccount destination) {}

  String name() {
    return "account " + BsonText.ofId(id);
  }

  /** Whether the transaction has marked the account. */
  public boolean isMarked() {
    return marks() > 0;
  }

  private long marks() {
    return document
        .map(account -> account.get(Field.PENDING))
        .filter(value -> value != null && value.isArray())
        .map(value -> value.asArray().stream().filter(mark::equals).count())
        .getOrElse(0L);
  }

  /** Why the tutorial's protocol cannot change this account, if so. */
  public Option<String> faultOfApplying() {
    if (document.isEmpty()) {
      return Option.some(name() + " is missing: finishing would lose the amount");
    }
    if (document.get().containsKey(Field.VERSION)) {
      return Option.some(
          name() + " is adopted already: the tutorial's protocol must not apply to it");
    }
    return Option.of(document.get().get(Field.PENDING))
        .filter(pending -> !pending.isArray())
        .map(pending -> name() + ": pendingTransactions is " + BsonText.of(pending) + ", no array");
  }

  /** Why adding {@code change} to its balance would be inexact or leave it below zero, if so. */
  public Option<String> faultOfMoving(long change, BsonValue value) {
    BsonValue balance = document.map(account -> account.get(Field.BALANCE)).getOrNull();
    if (balance == null) {
      return Option.some(name() + ": " + Field.BALANCE + " is missing");
    }
    Option<Long> whole = WholeNumber.of(balance);
    if (whole.isEmpty()) {
      return Option.some(
          name() + ": balance is " + BsonText.of(balance) + ", not an exact whole number");
    }
    BigInteger after = BigInteger.valueOf(whole.get()).add(BigInteger.valueOf(change));
    if (after.signum() < 0) {
      return Option.some(name() + " has " + whole.get() + ", which would become " + after);
    }
    long largest =
        balance.isDouble() || value.isDouble() ? WholeNumber.LARGEST_EXACT_DOUBLE : Long.MAX_VALUE;
    return Option.when(
        after.compareTo(BigInteger.valueOf(largest)) > 0,
        () -> name() + " has " + whole.get() + ", which would become " + after + ", too large");
  }

  /** Whether the account has the mark more than once, which the tutorial never does. */
  public Option<String> faultOfMarks() {
    return Option.when(
        marks() > 1, () -> name() + " has the mark of " + BsonText.of(mark) + " more than once");
  }
}
