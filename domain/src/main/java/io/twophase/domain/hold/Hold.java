package io.twophase.domain.hold;

import io.twophase.domain.AccountId;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.DocumentOperation.OperationDigest;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.Collections;
import java.util.Currency;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A claim as its target stores it. A target has at most one hold of each mode of a record of a
 * home; and only a check and a range may be there at a time.
 *
 * @param home where its record is
 * @param record whose it is
 * @param epoch the epoch it was placed at or stamped with; only this one can settle it
 * @param mode which other holds there may be beside it
 * @param range how far the members may move a number; {@link Range#NONE} of a document's claim
 * @param fields the top-level fields that a check names, or the one that a range is of; none of an
 *     exclusive hold, nor of a range of an account
 * @param digest of the operation, {@link OperationDigest}; empty of a range
 * @param member the member whose operation it is, if the record decides several; none of a range
 */
public record Hold(
    Home home,
    RecordId record,
    Epoch epoch,
    HoldMode mode,
    Range range,
    Set<String> fields,
    String digest,
    Optional<TransactionId> member) {

  /** The fields do not change. */
  public Hold {
    fields = Set.copyOf(fields);
  }

  /** The hold of a range: of an account's money, or of the one field that is named. */
  public static Hold ofRange(
      Home home, RecordId record, Epoch epoch, Range range, Set<String> fields) {
    return new Hold(home, record, epoch, HoldMode.ESCROW, range, fields, "", Optional.empty());
  }

  /** The hold that a request places, of a record of that home. */
  public static Hold of(Home home, Placing asked) {
    return asked
        .claim()
        .fold(
            range -> ofRange(home, asked.record(), asked.epoch(), range.range(), range.fields()),
            document -> of(home, asked, document.member(), document.operation()));
  }

  private static Hold of(
      Home home, Placing asked, TransactionId member, DocumentOperation operation) {
    return new Hold(
        home,
        asked.record(),
        asked.epoch(),
        operation.mode(),
        Range.NONE,
        checkedFields(operation),
        OperationDigest.of(operation),
        (asked.record().isOfMany() ? Optional.of(member) : Optional.empty()));
  }

  /** The top-level fields that a hold of an operation names, for those that may be beside it. */
  private static Set<String> checkedFields(DocumentOperation operation) {
    return operation instanceof CheckDocument check
        ? check.guards().stream()
            .flatMap(guard -> guard.paths().stream())
            .map(FieldPath::top)
            .collect(Collectors.toUnmodifiableSet())
        : Set.of();
  }

  /** Returns whether the hold is a range of an account's money. */
  public boolean isOfMoney() {
    return mode == HoldMode.ESCROW && fields.isEmpty();
  }

  /** Returns whether the hold is of that record. */
  public boolean isOf(Home otherHome, RecordId other) {
    return home.equals(otherHome) && record.equals(other);
  }

  /** Returns whether both are of one record, and a target has room for one of them only. */
  public boolean isInPlaceOf(Hold other) {
    return isOf(other.home, other.record) && (mode == other.mode || excludes(other));
  }

  /**
   * Returns whether a target that has this hold can have no other record's {@code other} beside it.
   * The relation is symmetric.
   */
  public boolean excludes(Hold other) {
    return mode == HoldMode.EXCLUSIVE
        || other.mode == HoldMode.EXCLUSIVE
        || (mode != other.mode && !Collections.disjoint(fields, other.fields));
  }

  /** The transaction whose operation it is, or the record of those whose range it is. */
  public TransactionId transaction() {
    return member.orElseGet(record::transaction);
  }

  /** This hold at another epoch. */
  public Hold at(Epoch other) {
    return new Hold(home, record, other, mode, range, fields, digest, member);
  }

  /**
   * The net effect of members on one number, which will lie between {@code -debit} and {@code
   * +credit}. All figures of money are minor units.
   *
   * @param debit how far the number may fall, from zero up
   * @param credit how far it may rise, from zero up
   * @param had how much was available when the range was placed, if less is held than the sum of
   *     what the members take
   * @param could how much was receivable then, if less is held than the sum of what they bring
   */
  public record Range(long debit, long credit, Optional<Long> had, Optional<Long> could) {

    /** The range of a hold that is no range. */
    public static final Range NONE = whole(0, 0);

    /**
     * @throws IllegalArgumentException if a figure is below zero
     */
    public Range {
      if (debit < 0
          || credit < 0
          || had.filter(left -> left < 0).isPresent()
          || could.filter(left -> left < 0).isPresent()) {
        throw new IllegalArgumentException(
            "range -" + debit + " to +" + credit + ", had " + had + ", could " + could);
      }
    }

    /** All that the members ask for. */
    public static Range whole(long debit, long credit) {
      return new Range(debit, credit, Optional.empty(), Optional.empty());
    }

    /** Returns whether the range is all that the members ask for. */
    public boolean isWhole() {
      return had.isEmpty() && could.isEmpty();
    }

    /** Returns whether nothing is to be held: such a range is looked at and never placed. */
    public boolean isNothing() {
      return debit == 0 && credit == 0;
    }

    /**
     * Returns whether a sum has reached the end of int64, where sums stop. It stands for more than
     * any target has, so the range fits none before it was reduced to what was read.
     */
    public boolean isBeyondInt64() {
      return (debit == Long.MAX_VALUE && had.isEmpty())
          || (credit == Long.MAX_VALUE && could.isEmpty());
    }

    /** Returns whether a net effect lies within it. */
    public boolean allows(long net) {
      return net >= -debit && net <= credit;
    }

    /** Returns whether a net effect still lies within it after it has changed by {@code amount}. */
    public boolean allows(long net, long amount) {
      long after = net + amount;
      boolean overflows = ((net ^ after) & (amount ^ after)) < 0;
      return !overflows && allows(after);
    }
  }

  /** A number of a target, which members add to within bounds. */
  public sealed interface Scale {

    /** Answers what the function for this kind of number says. */
    default <T> T fold(
        Function<? super Money, ? extends T> money, Function<? super OfField, ? extends T> field) {
      if (this instanceof Money one) {
        return money.apply(one);
      }
      return field.apply((OfField) this);
    }

    /**
     * An amount of an account, in minor units.
     *
     * @throws IllegalArgumentException if the number is no balance
     */
    default io.twophase.domain.Money money(long minor) {
      return fold(
          money -> new io.twophase.domain.Money(minor, money.currency()),
          field -> {
            throw new IllegalArgumentException("money on " + field);
          });
    }

    /**
     * The number field.
     *
     * @throws IllegalArgumentException if the number is a balance
     */
    default OfField field() {
      return fold(
          money -> {
            throw new IllegalArgumentException("a field of " + money);
          },
          field -> field);
    }

    /** The balance of an account that keeps this currency, in minor units. */
    record Money(Currency currency) implements Scale {}

    /**
     * A number field of a document.
     *
     * @param name a field of the document's own, not of an embedded document
     * @param floor the least that the field may come to; the first claim that is tried on the field
     *     decides it
     * @param ceiling the most, likewise
     */
    record OfField(String name, long floor, long ceiling) implements Scale {}
  }

  /**
   * An account or any other document, of which records hold something. An account that is checked
   * is named as the document that it is.
   */
  public sealed interface Target {

    /** Answers what the function for this kind of target says. */
    default <T> T fold(
        Function<? super AccountId, ? extends T> account,
        Function<? super DocumentRef, ? extends T> document) {
      if (this instanceof OfAccount one) {
        return account.apply(one.id());
      }
      return document.apply(((OfDocument) this).ref());
    }

    /** The account that the target is, if it names one as a document; else the target itself. */
    default Target stored(CollectionName accounts) {
      return this instanceof OfDocument document
              && document.ref().collection().equals(accounts)
              && document.ref().id() instanceof Value.Text text
          ? AccountId.parse(text.value()).<Target>map(OfAccount::new).getOrElse(this)
          : this;
    }

    /** An account. Every claim is looked up by it many times, so it compares texts at once. */
    final class OfAccount implements Target {

      private final AccountId id;
      private final String text;

      /** The target that is the account. */
      public OfAccount(AccountId id) {
        this.id = id;
        this.text = id.value();
      }

      /** Returns the account's id. */
      public AccountId id() {
        return id;
      }

      @Override
      public boolean equals(@Nullable Object other) {
        return other instanceof OfAccount that && text.equals(that.text);
      }

      @Override
      public int hashCode() {
        return text.hashCode();
      }

      @Override
      public String toString() {
        return "account " + id;
      }
    }

    /** A document. */
    record OfDocument(DocumentRef ref) implements Target {
      @Override
      public String toString() {
        return "document " + ref;
      }
    }
  }

  /**
   * The place of the record of a hold's transaction: the collection, with its database and cluster.
   * Two homes may have transactions of the same id.
   *
   * @param name the same for all processes that use that collection of records
   */
  public record Home(String name) {

    /**
     * @throws IllegalArgumentException if the name is empty
     */
    public Home {
      if (name.isEmpty()) {
        throw new IllegalArgumentException("a home without a name");
      }
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
