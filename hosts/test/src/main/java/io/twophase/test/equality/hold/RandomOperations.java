package io.twophase.test.equality.hold;

import static io.twophase.domain.testing.Documents.array;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.value;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random operations on documents: of all kinds, with what servers are known to get wrong. */
public final class RandomOperations {

  /** The field that is compared as a whole, so that the order of what is in it counts. */
  private static final FieldPath WHOLE = FieldPath.of("w");

  private static final List<Value> ORDERS =
      List.of(value(fields("x", 1, "y", 2)), value(fields("y", 2, "x", 1)), value(fields("x", 1)));

  /** An index leads into the first alone: the others have what a filter would mistake. */
  private static final List<Value> ELEMENTS =
      List.of(
          array(1, fields("n", 2, "x", 3)),
          array(fields("1", fields("n", 2)), fields("n", 5)),
          array(array(1), 2));

  /** Paths by an index. */
  private static final List<String> PLACES = List.of("a.0", "b.0.a", "v.0", "v.1", "v.1.n", "v.2");

  private static final Value EQUAL_TO_THE_FIRST = value(fields("x", 1.0, "y", 2L));

  private final Random random;
  private final Draws draws;
  private final RandomDocuments drawn;

  /** Operations that are drawn from {@code random}. */
  public RandomOperations(Random random, Draws draws) {
    this.random = random;
    this.draws = draws;
    this.drawn = new RandomDocuments(random, draws.values());
  }

  /** Any operation on that document which is asked for. */
  public DocumentOperation operation(DocumentRef document) {
    while (true) {
      DocumentOperation operation = anyOperation(document);
      if (draws.isAsked().test(operation)) {
        return operation;
      }
    }
  }

  /** Any check of that document which is asked for. */
  public CheckDocument check(DocumentRef document) {
    while (true) {
      CheckDocument check = new CheckDocument(document, guards());
      if (draws.isAsked().test(check)) {
        return check;
      }
    }
  }

  private DocumentOperation anyOperation(DocumentRef document) {
    return switch (random.nextInt(12)) {
      case 0, 1 -> new InsertDocument(document, body());
      case 2, 3, 4, 5 -> new ChangeDocument(document, guards(), changes());
      case 6 -> new RemoveDocument(document, guards());
      case 7, 8 -> new CheckDocument(document, guards());
      case 9 -> new CheckAbsent(document);
      default -> add(document);
    };
  }

  /** Two that may be added to, often; one of them is at the end of what 64 bits can tell. */
  public Fields body() {
    Fields fields = drawn.fields();
    if (random.nextInt(4) > 0) {
      fields = fields.with("n", value(50)).with("m", value(AddToField.WIDEST_CEILING - 3));
    }
    if (random.nextInt(3) > 0) {
      fields = fields.with("v", ELEMENTS.get(random.nextInt(ELEMENTS.size())));
    }
    return random.nextBoolean() ? fields.with(WHOLE.top(), order()) : fields;
  }

  private Value order() {
    return ORDERS.get(random.nextInt(ORDERS.size()));
  }

  private AddToField add(DocumentRef document) {
    return switch (random.nextInt(8)) {
      case 0 -> new AddToField(document, "n", 1, 0, 99);
      case 1 -> new AddToField(document, "a", 1);
      case 2 -> new AddToField(document, "m", 2);
      case 3 -> new AddToField(document, "m", -Long.MAX_VALUE);
      case 4, 5 -> new AddToField(document, "n", 20, 0, 100);
      default -> new AddToField(document, "n", -20, 0, 100);
    };
  }

  private List<Guard> guards() {
    List<Guard> guards = new ArrayList<>();
    for (int more = random.nextInt(5); more < 2; more++) {
      guards.add(guard());
    }
    return guards;
  }

  private Guard guard() {
    return switch (random.nextInt(8)) {
      case 0 -> Guard.equalTo(WHOLE, order());
      case 1 -> Guard.oneOf(WHOLE, List.of(order(), EQUAL_TO_THE_FIRST));
      case 2 -> Guard.atLeast(FieldPath.of("n"), value(40));
      case 3 -> Guard.atMost(FieldPath.of("v.1.n"), value(2));
      default -> drawn.guard();
    };
  }

  private Changes changes() {
    return switch (random.nextInt(10)) {
      case 0 -> Changes.of(new FieldChange(FieldChange.Kind.SET, WHOLE, order()));
      case 1 -> Changes.of(new FieldChange(FieldChange.Kind.SET, FieldPath.of("n"), value(40L)));
      case 2 -> Changes.of(new FieldChange(FieldChange.Kind.INC, FieldPath.of("n"), value(1)));
      case 3, 4 -> intoAnArray();
      default -> drawn.changes();
    };
  }

  /** A number in a path leads to an element, where there is one. */
  private Changes intoAnArray() {
    FieldPath path = FieldPath.of(PLACES.get(random.nextInt(PLACES.size())));
    return switch (random.nextInt(4)) {
      case 0 -> Changes.of(new FieldChange(FieldChange.Kind.UNSET, path, new Value.Null()));
      case 1 -> Changes.of(new FieldChange(FieldChange.Kind.PUSH, path, drawn.value()));
      case 2 -> Changes.of(new FieldChange(FieldChange.Kind.INC, path, value(1)));
      default -> Changes.of(new FieldChange(FieldChange.Kind.SET, path, drawn.value()));
    };
  }
}
