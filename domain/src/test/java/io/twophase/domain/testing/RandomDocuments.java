package io.twophase.domain.testing;

import static io.twophase.domain.document.FieldChange.Kind.INC;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.domain.value.Value.Embedded;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random values, guards, changes and operations, drawn from so few names and values that they often
 * meet.
 */
public final class RandomDocuments {

  private static final List<String> NAMES = List.of("a", "b", "c");

  /** Ordinary values; numbers that are equal across types among them. */
  public static final List<Value> SCALARS =
      DocumentWords.values(
          """
          null, true, 5, 5L, 5.0, 5.0m, 2147483647, 9223372036854775807L, 0.5, "x", "5", 5d,
          objectId(507f1f77bcf86cd799439011)
          """);

  private static final List<Value> ORDERED = DocumentWords.values("5d, 4L, 5, 5.0, 4.5m");

  private final Random random;
  private final List<Value> scalars;

  /** What it draws comes from {@code random}. */
  public RandomDocuments(Random random) {
    this(random, SCALARS);
  }

  /**
   * What it draws comes from {@code random}.
   *
   * @param scalars what is in documents and changes; it is compared with ordinary values too
   */
  public RandomDocuments(Random random, List<Value> scalars) {
    this.random = random;
    this.scalars = scalars;
  }

  /** Any value, arrays and embedded documents among them. */
  public Value value() {
    return value(2);
  }

  private Value value(int depth) {
    return switch (depth == 0 ? 0 : random.nextInt(5)) {
      case 1 -> new Value.Array(values(depth - 1));
      case 2 -> new Embedded(fields(depth - 1));
      default -> pick(scalars);
    };
  }

  private List<Value> values(int depth) {
    List<Value> values = new ArrayList<>();
    for (int more = random.nextInt(3); more > 0; more--) {
      values.add(value(depth));
    }
    return values;
  }

  /** The fields of a document. */
  public Fields fields() {
    return fields(2);
  }

  private Fields fields(int depth) {
    Fields fields = Fields.none();
    for (int more = random.nextInt(4); more > 0; more--) {
      fields = fields.with(random.nextInt(12) == 0 ? "0" : pick(NAMES), value(depth));
    }
    return fields;
  }

  /** A path of one name or two, often into an array by an index. */
  public FieldPath path() {
    String name = pick(NAMES);
    return FieldPath.of(
        switch (random.nextInt(8)) {
          case 0 -> name + "." + random.nextInt(3);
          case 1 -> name + "." + random.nextInt(2) + "." + pick(NAMES);
          case 2, 3, 4 -> name + "." + pick(NAMES);
          default -> name;
        });
  }

  /** Any guard. */
  public Guard guard() {
    return switch (random.nextInt(7)) {
      case 6 -> unchanged();
      case 0 -> Guard.equalTo(path(), comparable());
      case 1 -> Guard.oneOf(path(), List.of(comparable(), comparable()));
      case 2 -> Guard.exists(path());
      case 3 -> Guard.absent(path());
      case 4 -> Guard.atLeast(path(), pick(ORDERED));
      default -> Guard.atMost(path(), pick(ORDERED));
    };
  }

  private Guard unchanged() {
    Fields fields = fields();
    while (!isComparable(new Embedded(fields))) {
      fields = fields();
    }
    return new Guard.Unchanged(fields);
  }

  /** Not what a store that orders new fields its own way would compare otherwise. */
  private Value comparable() {
    while (true) {
      Value value = random.nextBoolean() ? value() : pick(SCALARS);
      boolean hasAnOrder = value instanceof Embedded embedded && embedded.fields().all().size() > 1;
      if (!value.type().equals("array") && !hasAnOrder && isComparable(value)) {
        return value;
      }
    }
  }

  /** Whether it may be what a guard compares with. */
  public static boolean isComparable(Value value) {
    if (value instanceof Embedded embedded) {
      return embedded.fields().all().stream().allMatch(field -> isComparable(field.value()));
    }
    if (value instanceof Value.Array array) {
      return array.values().stream().allMatch(RandomDocuments::isComparable);
    }
    return !value.type().equals("regex") && (!value.isNumber() || value.isFiniteNumber());
  }

  /** One change or two, which do not touch the same field. */
  public Changes changes() {
    FieldChange first = change();
    FieldChange second = change();
    return first.path().overlaps(second.path()) ? Changes.of(first) : Changes.of(first, second);
  }

  /** Any change. */
  public FieldChange change() {
    return switch (random.nextInt(5)) {
      case 0 -> new FieldChange(FieldChange.Kind.SET, path(), value());
      case 1 -> new FieldChange(FieldChange.Kind.UNSET, path(), new Value.Null());
      case 2 ->
          new FieldChange(INC, path(), Documents.value(random.nextBoolean() ? (Object) 1 : 1L));
      case 3 -> new FieldChange(FieldChange.Kind.PUSH, path(), value());
      default -> new FieldChange(FieldChange.Kind.PULL, path(), comparable());
    };
  }

  /** Any operation on the document. Additions are to its field {@code n}, from 0 to 100. */
  public DocumentOperation operation(DocumentRef document) {
    return switch (random.nextInt(8)) {
      case 0 -> Documents.insert(document, fields().with("n", Documents.value(50)));
      case 1 -> new ChangeDocument(document, guards(), changes());
      case 2 -> new RemoveDocument(document, guards());
      case 3 -> new CheckDocument(document, guards());
      case 4 -> Documents.check(document, Documents.atLeast("n", 40));
      case 5 -> Documents.absent(document);
      default -> Documents.add(document, "n", random.nextBoolean() ? 20 : -20);
    };
  }

  private List<Guard> guards() {
    return random.nextInt(3) == 0 ? List.of(guard()) : List.of();
  }

  private <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
