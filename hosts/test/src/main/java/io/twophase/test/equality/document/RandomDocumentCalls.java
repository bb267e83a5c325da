package io.twophase.test.equality.document;

import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.value;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.Home;
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

  private final Random random;
  private final RandomOperations drawn;
  private final List<DocumentRef> documents;
  private final Map<String, DocumentOperation> operations = new HashMap<>();
  private final Deque<DocumentLeg> placed = new ArrayDeque<>();

  private RandomDocumentCalls(Random random, Draws draws) {
    this.random = random;
    this.drawn = new RandomOperations(random, draws);
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
        stored.add(leg(HOME, 0, 1, new InsertDocument(document, drawn.body())));
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
          random.nextInt(6) > 0 ? leg.operation() : drawn.operation(leg.document());
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
    return operations.computeIfAbsent(key, absent -> drawn.operation(document));
  }
}
