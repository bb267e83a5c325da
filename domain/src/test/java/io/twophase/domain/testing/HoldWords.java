package io.twophase.domain.testing;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import java.util.Currency;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Words of requests for holds. A request is {@code t1@3 A-5}, a debit of 5 of the record t1 at
 * epoch 3, of the first if no epoch is said; {@code batch:1 A-30/40+50/60}, a range which had 40
 * and could 60, in dollars or behind it {@code EUR}; {@code t1 A-9~}, a debit of at most 9; {@code
 * t1 #o1.n+5[0..99]}, a range of a field, from 0 to 100 if no bounds are said, and the widest for
 * {@code [..]}; or an operation such as {@code t1 change #o1 n==50 n=51}. A member stands behind
 * its record: {@code batch:1/m2}.
 */
public final class HoldWords {

  private static final Pattern PLACING =
      Pattern.compile(
          "(\\S+?)(?:/(\\w+))?(?:@(\\w+))? "
              + "(?:((?:\\S*#)?\\S*?\\w)([-+].*)|(\\w+) (\\S+) ?(.*))");
  private static final Pattern RANGE =
      Pattern.compile(
          "(?:-(\\w+?)(?:/(\\w+))?)?(?:\\+(\\w+?)(?:/(\\w+))?)?([A-Z]{3})?(~)?"
              + "(?:\\[(\\d*)\\.\\.(\\d*)])?");

  private HoldWords() {}

  /** The number of a word, of which {@code MAX} is the most. */
  public static long number(String word) {
    return word.endsWith("MAX")
        ? word.startsWith("-") ? -Long.MAX_VALUE : Long.MAX_VALUE
        : Long.parseLong(word);
  }

  private static Optional<Long> there(@Nullable String word) {
    return Optional.ofNullable(word).map(HoldWords::number);
  }

  /** An account, unless it has a hash: then a document. */
  public static Target target(String word) {
    return word.contains("#")
        ? new Target.OfDocument(DocumentWords.document(word))
        : new Target.OfAccount(accountId(word));
  }

  /** The request of words. */
  public static Placing placing(String words) {
    Matcher parts = PLACING.matcher(words);
    if (!parts.matches()) {
      throw new IllegalArgumentException(words);
    }
    RecordId record = new RecordId(parts.group(1).replaceFirst("^b(?=\\d)", "batch:"));
    return new Placing(
        record,
        epoch(there(parts.group(3)).orElse(1L)),
        parts.group(4) == null
            ? new Claim.OfDocument(
                Optional.ofNullable(parts.group(2))
                    .map(TransactionId::new)
                    .orElseGet(() -> member(record)),
                DocumentWords.operation(
                    DocumentWords.document(parts.group(7)), parts.group(6), parts.group(8)))
            : range(record, parts.group(4), parts.group(5)));
  }

  private static Claim.OfRange range(RecordId record, String target, String words) {
    Matcher range = RANGE.matcher(words);
    if (!range.matches()) {
      throw new IllegalArgumentException(words);
    }
    int field = target.contains("#") ? target.lastIndexOf('.') : -1;
    Currency currency =
        range.group(5) == null ? Fixtures.USD : Currency.getInstance(range.group(5));
    return new Claim.OfRange(
        target(field < 0 ? target : target.substring(0, field)),
        field < 0
            ? new Scale.Money(currency)
            : scale(target.substring(field + 1), range.group(7), range.group(8)),
        new Range(
            there(range.group(1)).orElse(0L),
            there(range.group(3)).orElse(0L),
            there(range.group(2)),
            there(range.group(4))),
        record.isOfMany() || range.group(6) != null);
  }

  /** A field from 0 to 100 if no bounds are said, and within the widest if they are empty. */
  static Scale.OfField scale(String field, @Nullable String floor, @Nullable String ceiling) {
    return new Scale.OfField(
        field,
        floor == null ? 0 : floor.isEmpty() ? AddToField.WIDEST_FLOOR : number(floor),
        ceiling == null ? 100 : ceiling.isEmpty() ? AddToField.WIDEST_CEILING : number(ceiling));
  }

  private static TransactionId member(RecordId record) {
    return record.isOfMany() ? new TransactionId("m1") : record.transaction();
  }

  /** The request of an operation on a document, at the first epoch. */
  public static Placing on(String record, DocumentOperation operation) {
    RecordId id = new RecordId(record);
    Claim claim =
        operation instanceof AddToField add
            ? new Claim.OfRange(
                new Target.OfDocument(add.document()),
                new Scale.OfField(add.field(), add.floor(), add.ceiling()),
                Range.whole(Math.max(0, -add.amount()), Math.max(0, add.amount())),
                id.isOfMany())
            : new Claim.OfDocument(member(id), operation);
    return new Placing(id, epoch(1), claim);
  }

  /** A copy of the request at another epoch. */
  public static Placing at(long other, Placing asked) {
    return new Placing(asked.record(), epoch(other), asked.claim());
  }

  /** The end that moves a number by {@code net}. */
  public static Ending settle(Placing held, long net) {
    return Ending.settle(held.record(), held.claim(), held.epoch(), net, Optional.empty());
  }

  /** The end that moves all of a range that goes one way, or does a document's operation. */
  public static Ending settle(Placing held) {
    return settle(
        held,
        held.claim()
            .ofRange()
            .map(range -> range.range().credit() - range.range().debit())
            .orElse(0L));
  }

  /** The end without effect, at the request's epoch. */
  public static Ending withdraw(Placing held) {
    return Ending.withdraw(held.record(), held.claim(), held.epoch(), Optional.empty());
  }

  /** The end without effect, at any epoch. */
  public static Ending release(Placing held) {
    return Ending.release(held.record(), held.claim());
  }
}
