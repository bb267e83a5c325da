package io.twophase.test.equality.document;

import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.array;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.value;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.Home;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random calls on few documents, by few transactions, so that they meet often. */
final class RandomDocumentCalls {

  private static final int LARGEST_CALL = 8;
  private static final int TRANSACTIONS = 8;
  private static final int EPOCHS = 3;
  private static final int REMEMBERED = 20;

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
  private final List<DocumentRef> documents;
  private final Map<String, DocumentOperation> operations = new HashMap<>();
  private final Deque<DocumentLeg> placed = new ArrayDeque<>();

  private RandomDocumentCalls(Random random, Draws draws) {
    this.random = random;
    this.draws = draws;
    this.drawn = new RandomDocuments(random, draws.values());
    this.documents = documents(draws);
  }

  /** So many calls; the first is a host's own, which stores documents. */
  static List<DocumentCall> of(Random random, Draws draws, int calls) {
    RandomDocumentCalls any = new RandomDocumentCalls(random, draws);
    List<DocumentCall> sequence = new ArrayList<>();
    sequence.add(any.store());
    while (sequence.size() < calls) {
      sequence.add(any.next());
    }
    return sequence;
  }

  /** All that a call may touch. */
  static List<DocumentRef> documents(Draws draws) {
    CollectionName orders = CollectionName.of("orders");
    return List.of(
        orders.document(value("o1")),
        orders.document(value(5)),
        orders.document(value(fields("a", 1, "b", "x"))),
        CollectionName.of("stock").document(value("o1")),
        orders.inDatabase(draws.otherDatabase()).document(value("o1")),
        orders
            .inDatabase(draws.otherDatabase())
            .document(new Value.Other("objectId", "507f1f77bcf86cd799439011")));
  }

  private DocumentCall store() {
    List<DocumentLeg> stored = new ArrayList<>();
    for (DocumentRef document : documents) {
      if (random.nextInt(3) > 0) {
        stored.add(leg(HOME, 0, 1, new InsertDocument(document, body())));
      }
    }
    return new DocumentCall(DocumentCall.Kind.STORE, stored);
  }

  private DocumentCall next() {
    int kind = random.nextInt(100);
    if (kind < 40) {
      return place();
    } else if (kind < 48) {
      return onHolds(DocumentCall.Kind.STAMP);
    } else if (kind < 74) {
      return onHolds(DocumentCall.Kind.SETTLE);
    } else if (kind < 86) {
      return onHolds(DocumentCall.Kind.RELEASE);
    } else if (kind < 94) {
      return onHolds(DocumentCall.Kind.WITHDRAW);
    }
    List<DocumentLeg> legs = legs();
    return legs.size() == 1
        ? new DocumentCall(DocumentCall.Kind.FIND_LATEST, legs)
        : new DocumentCall(DocumentCall.Kind.FIND, legs);
  }

  private DocumentCall place() {
    List<DocumentLeg> legs = legs();
    legs.forEach(placed::addLast);
    while (placed.size() > REMEMBERED) {
      placed.removeFirst();
    }
    return new DocumentCall(DocumentCall.Kind.HOLD, legs);
  }

  /** Of holds that may be there, for they were asked for a while ago; some at another epoch. */
  private DocumentCall onHolds(DocumentCall.Kind kind) {
    if (placed.isEmpty() || random.nextInt(8) == 0) {
      return new DocumentCall(kind, legs());
    }
    List<DocumentLeg> among = new ArrayList<>(placed);
    int epochsOff = random.nextInt(4);
    List<DocumentLeg> legs = new ArrayList<>();
    for (int left = size(); left > 0; left--) {
      DocumentLeg leg = among.get(random.nextInt(among.size()));
      boolean asPlaced = kind != DocumentCall.Kind.STAMP && random.nextInt(10) >= epochsOff;
      DocumentOperation operation =
          random.nextInt(6) > 0 ? leg.operation() : operation(leg.document());
      legs.add(asPlaced ? leg : new DocumentLeg(leg.home(), leg.transaction(), epoch(), operation));
    }
    return new DocumentCall(kind, legs);
  }

  /** A single one often, for that is answered exactly. */
  private int size() {
    return random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(LARGEST_CALL);
  }

  /** Of any documents, or of one. */
  private List<DocumentLeg> legs() {
    int among = random.nextBoolean() ? 1 : documents.size();
    int first = random.nextInt(documents.size());
    long epoch = epoch().value();
    List<DocumentLeg> legs = new ArrayList<>();
    for (int left = size(); left > 0; left--) {
      DocumentRef document = documents.get((first + random.nextInt(among)) % documents.size());
      Home home = random.nextInt(12) == 0 ? new Home("elsewhere") : HOME;
      int transaction = random.nextInt(TRANSACTIONS);
      legs.add(leg(home, transaction, epoch, operation(transaction, named(document))));
    }
    return legs;
  }

  private static DocumentLeg leg(
      Home home, int transaction, long epoch, DocumentOperation operation) {
    return new DocumentLeg(home, new TransactionId("t" + transaction), new Epoch(epoch), operation);
  }

  private Epoch epoch() {
    return new Epoch(1 + random.nextInt(EPOCHS));
  }

  /** The document by its own name, or by another that is equal. */
  private DocumentRef named(DocumentRef document) {
    if (!document.id().isNumber() || random.nextInt(4) > 0) {
      return document;
    }
    List<Value> equal = List.of(value(5L), value(5.0), value(new BigDecimal("5.00")));
    return document.collection().document(equal.get(random.nextInt(equal.size())));
  }

  /** Often what the transaction was asked to do there before. */
  private DocumentOperation operation(int transaction, DocumentRef document) {
    String key = transaction + " " + document;
    if (random.nextInt(3) == 0) {
      operations.remove(key);
    }
    return operations.computeIfAbsent(key, absent -> operation(document));
  }

  private DocumentOperation operation(DocumentRef document) {
    while (true) {
      DocumentOperation operation = anyOperation(document);
      if (draws.isAsked().test(operation)) {
        return operation;
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
  private Fields body() {
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
      case 0 -> new Guard.Is(WHOLE, order());
      case 1 -> new Guard.In(WHOLE, List.of(order(), EQUAL_TO_THE_FIRST));
      case 2 -> new Guard.AtLeast(FieldPath.of("n"), value(40));
      case 3 -> new Guard.AtMost(FieldPath.of("v.1.n"), value(2));
      default -> drawn.guard();
    };
  }

  private Changes changes() {
    return switch (random.nextInt(10)) {
      case 0 -> Changes.of(new FieldChange.Set(WHOLE, order()));
      case 1 -> Changes.of(new FieldChange.Set(FieldPath.of("n"), value(40L)));
      case 2 -> Changes.of(new FieldChange.Inc(FieldPath.of("n"), value(1)));
      case 3, 4 -> intoAnArray();
      default -> drawn.changes();
    };
  }

  /** A number in a path leads to an element, where there is one. */
  private Changes intoAnArray() {
    FieldPath path = FieldPath.of(PLACES.get(random.nextInt(PLACES.size())));
    return switch (random.nextInt(4)) {
      case 0 -> Changes.of(new FieldChange.Unset(path));
      case 1 -> Changes.of(new FieldChange.Push(path, drawn.value()));
      case 2 -> Changes.of(new FieldChange.Inc(path, value(1)));
      default -> Changes.of(new FieldChange.Set(path, drawn.value()));
    };
  }
}
