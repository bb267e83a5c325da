package io.twophase.domain.machine;

import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.value;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Guard.Unchanged;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An operation as the judge knows it: on one target, whose value is a number or none.
 *
 * @param at the target's place
 * @param is what the value has to be; any that is there, if none
 * @param to what it becomes, or by how much it moves
 */
record Op(Kind kind, int at, @Nullable Long is, long to) {

  /** What an operation does. */
  enum Kind {
    DEBIT,
    CREDIT,
    /** As much as there is. */
    OUT,
    INTO,
    CHANGE,
    INSERT,
    REMOVE,
    CHECK,
    ABSENT,
    /** A function reads it. */
    READ,
    /** A function reads it, and writes the sum of all that it has read, and so much more. */
    PUT
  }

  /**
   * Operations in words, such as {@code A-1 B+1 D:0>1 E!5 E/ D~ D?0 A<5 B>5}, of a function {@code
   * D% E^1}.
   */
  static List<Op> all(String targets, String words) {
    return Stream.of(words.trim().split(" +", -1))
        .map(word -> of(targets.indexOf(word.charAt(0)), word.charAt(1), word.substring(2)))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static Op of(int at, char kind, String rest) {
    return switch (kind) {
      case '-' -> new Op(Kind.DEBIT, at, null, Long.parseLong(rest));
      case '+' -> new Op(Kind.CREDIT, at, null, Long.parseLong(rest));
      case '<' -> new Op(Kind.OUT, at, null, Long.parseLong(rest));
      case '>' -> new Op(Kind.INTO, at, null, Long.parseLong(rest));
      case '!' -> new Op(Kind.INSERT, at, null, Long.parseLong(rest));
      case '/' -> new Op(Kind.REMOVE, at, number(rest), 0);
      case '?' -> new Op(Kind.CHECK, at, number(rest), 0);
      case '~' -> new Op(Kind.ABSENT, at, null, 0);
      case '%' -> new Op(Kind.READ, at, null, 0);
      case '^' -> new Op(Kind.PUT, at, null, Long.parseLong(rest));
      case ':' ->
          new Op(
              Kind.CHANGE,
              at,
              number(rest.substring(0, rest.indexOf('>'))),
              Long.parseLong(rest.substring(rest.indexOf('>') + 1)));
      default -> throw new IllegalArgumentException("no operation " + kind + rest);
    };
  }

  private static @Nullable Long number(String word) {
    return word.isEmpty() ? null : Long.valueOf(word);
  }

  /** An operation of a function's transaction, on a document. */
  static Op of(int at, DocumentOperation operation) {
    return operation.fold(
        insert -> new Op(Kind.INSERT, at, null, number(insert.fields())),
        change -> {
          Fields after = change.changes().applyTo(Documents.fields("n", 0)).get();
          return new Op(Kind.CHANGE, at, asRead(change.guards()), number(after));
        },
        remove -> new Op(Kind.REMOVE, at, asRead(remove.guards()), 0),
        check -> new Op(Kind.CHECK, at, asRead(check.guards()), 0),
        absent -> new Op(Kind.ABSENT, at, null, 0),
        add -> {
          throw new IllegalArgumentException("no function here adds: " + add);
        });
  }

  private static @Nullable Long asRead(List<Guard> guards) {
    return guards.isEmpty() ? null : Long.valueOf(number(((Unchanged) guards.get(0)).fields()));
  }

  private static long number(Fields fields) {
    return fields.get("n").flatMap(Value::wholeNumber).orElseThrow();
  }

  boolean isOfFunction() {
    return kind == Kind.READ || kind == Kind.PUT;
  }

  boolean isRange() {
    return kind == Kind.DEBIT || kind == Kind.CREDIT || isAtMost();
  }

  boolean isAtMost() {
    return kind == Kind.OUT || kind == Kind.INTO;
  }

  /** Whether it asks only that the target is there; of an account, that it is open. */
  boolean isBareCheck() {
    return kind == Kind.CHECK && is == null;
  }

  boolean takes() {
    return kind == Kind.DEBIT || kind == Kind.OUT;
  }

  /** Whether it can be, but for the bounds. */
  boolean guard(@Nullable Long value) {
    return switch (kind) {
      case INSERT, ABSENT -> value == null;
      case DEBIT, CREDIT, OUT, INTO -> value != null;
      case CHANGE, REMOVE, CHECK -> value != null && (is == null || is.equals(value));
      case READ, PUT -> true;
    };
  }

  /** The value after it. */
  @Nullable Long effect(@Nullable Long value, long moved) {
    return switch (kind) {
      case INSERT, CHANGE -> Long.valueOf(to);
      case REMOVE, ABSENT -> null;
      case CHECK, READ, PUT -> value;
      case DEBIT -> value - to;
      case CREDIT -> value + to;
      case OUT -> value - moved;
      case INTO -> value + moved;
    };
  }

  /** By how much it moves the value; zero, if it is no range. */
  long delta(long moved) {
    long amount = isAtMost() ? moved : to;
    return isRange() ? takes() ? -amount : amount : 0;
  }

  /** As a transaction has it. */
  Operation operation(String name, boolean isMoney, long ceiling) {
    DocumentRef document = isMoney ? Scene.ACCOUNTS.document(value(name)) : order(name);
    List<Guard> read = is == null ? List.of() : List.of(Documents.is("n", is));
    return switch (kind) {
      case DEBIT, CREDIT ->
          isMoney ? money(name) : new AddToField(document, "n", delta(0), 0, ceiling);
      case OUT, INTO -> money(name);
      case INSERT -> Documents.insert(document, Documents.fields("n", to));
      case CHANGE -> new ChangeDocument(document, read, Changes.of(Documents.set("n", to)));
      case REMOVE -> new RemoveDocument(document, read);
      case CHECK ->
          isMoney
              ? Documents.check(document, Documents.is("status", "active"))
              : new CheckDocument(document, read);
      case ABSENT, READ, PUT -> Documents.absent(document);
    };
  }

  private Operation money(String name) {
    return takes()
        ? new Debit(Fixtures.accountId(name), Fixtures.cents(to), isAtMost())
        : new Credit(Fixtures.accountId(name), Fixtures.cents(to));
  }
}
