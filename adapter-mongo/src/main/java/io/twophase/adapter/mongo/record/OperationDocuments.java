package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.record.BodyDocuments.StoredValue;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Guard.OfField.Kind;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.Currency;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/**
 * Operations on the wire. Those on accounts are {@code { account, debit | credit }}, and name their
 * currency where the record does not name the one currency of all.
 */
final class OperationDocuments {

  private OperationDocuments() {}

  /** Operations on accounts, in one currency. */
  static BsonArray ofOneCurrency(List<AccountOperation> operations) {
    return new BsonArray(operations.stream().map(OperationDocuments::leg).toList());
  }

  /** Any operations. */
  static BsonArray ofAny(List<Operation> operations) {
    return new BsonArray(
        operations.stream()
            .map(
                operation ->
                    operation.<BsonDocument>foldTarget(
                        account ->
                            leg(account)
                                .append(Field.CURRENCY, BodyDocuments.currency(account.amount())),
                        DocumentOperationDocuments::write))
            .toList());
  }

  private static BsonDocument leg(AccountOperation operation) {
    return doc(Field.ACCOUNT, operation.account().value())
        .append(amountField(operation.direction()), int64(operation.amount().minor()));
  }

  /** The operations of a record, on accounts and in that currency. */
  static List<AccountOperation> readOneCurrency(Fields record, Currency currency) {
    return read(record, element -> leg(element, currency));
  }

  /** The operations of a record. */
  static List<Operation> readAny(Fields record) {
    return read(
        record,
        element ->
            element.has(Field.ACCOUNT)
                ? leg(element, element.currency(Field.CURRENCY))
                : document(element));
  }

  private static <T> List<T> read(Fields record, Function<Fields, T> one) {
    return record.elements(Field.OPERATIONS).stream().map(one).toList();
  }

  private static AccountOperation leg(Fields element, Currency currency) {
    return leg(element, element.parsed(Field.ACCOUNT, AccountId::parse), currency);
  }

  /** The operation on {@code account} whose direction and amount are in a document. */
  static AccountOperation leg(Fields element, AccountId account, Currency currency) {
    Direction direction = element.has(Field.CREDIT) ? Direction.CREDIT : Direction.DEBIT;
    String name = amountField(direction);
    Money amount = new Money(element.int64(name, 1, "not above zero"), currency);
    return switch (direction) {
      case DEBIT -> new Debit(account, amount);
      case CREDIT -> new Credit(account, amount);
    };
  }

  /** The field that has the amount of a direction. */
  static String amountField(Direction direction) {
    return switch (direction) {
      case DEBIT -> Field.DEBIT;
      case CREDIT -> Field.CREDIT;
    };
  }

  private static Operation document(Fields element) {
    try {
      return DocumentOperationDocuments.read(element);
    } catch (IllegalArgumentException refused) {
      throw element.fault("cannot be: " + refused.getMessage());
    }
  }

  /**
   * Operations on documents on the wire: under the kind's name the document, and beside it what is
   * asked of it. {@code { change: { collection, _id }, where: [ … ], changes: [ … ] }}. A document
   * is named by {@code { cluster?, database?, collection, _id }}.
   *
   * <p>A guard is {@code { field, is | in | exists | atLeast | atMost }}, where {@code exists:
   * false} asks that the field is absent, or {@code { unchanged }} of a whole document; a change is
   * {@code { field, set | unset | inc | push | pull }}. The path is a value, for a name cannot have
   * a dot.
   */
  static final class DocumentOperationDocuments {

    private static final Map<String, BiFunction<DocumentRef, Fields, DocumentOperation>> READERS =
        Map.of(
            InsertDocument.KIND,
            DocumentOperationDocuments::readInsert,
            ChangeDocument.KIND,
            DocumentOperationDocuments::readChange,
            RemoveDocument.KIND,
            (ref, fields) -> new RemoveDocument(ref, GuardForms.read(fields)),
            CheckDocument.KIND,
            (ref, fields) -> new CheckDocument(ref, GuardForms.read(fields)),
            CheckAbsent.KIND,
            (ref, fields) -> new CheckAbsent(ref),
            AddToField.KIND,
            DocumentOperationDocuments::readAdd);

    private DocumentOperationDocuments() {}

    static BsonDocument write(DocumentOperation operation) {
      Doc written = doc(operation.kind(), ref(operation.document()));
      return operation.<BsonDocument>fold(
          insert ->
              StoredValue.append(written, Field.DOCUMENT, new Value.Embedded(insert.fields())),
          change ->
              guarded(written, change)
                  .with(
                      Field.CHANGES,
                      change.changes().all().stream().map(DocumentOperationDocuments::of).toList()),
          remove -> guarded(written, remove),
          check -> guarded(written, check),
          absent -> written,
          add ->
              written
                  .with(Field.FIELD, add.field())
                  .with(Field.AMOUNT, add.amount())
                  .with(Field.FLOOR, add.floor())
                  .with(Field.CEILING, add.ceiling()));
    }

    private static Doc guarded(Doc written, DocumentOperation operation) {
      return written.with(Field.WHERE, GuardForms.write(operation.guards()));
    }

    /**
     * The operation.
     *
     * @throws IllegalArgumentException if it is one that the domain refuses
     */
    static DocumentOperation read(Fields operation) {
      List<Map.Entry<String, BiFunction<DocumentRef, Fields, DocumentOperation>>> kinds =
          READERS.entrySet().stream().filter(kind -> operation.has(kind.getKey())).toList();
      if (kinds.size() != 1) {
        throw operation.fault("is no operation that this version knows");
      }
      DocumentRef document = ref(operation.document(kinds.get(0).getKey()));
      return kinds.get(0).getValue().apply(document, operation);
    }

    private static InsertDocument readInsert(DocumentRef document, Fields operation) {
      return new InsertDocument(document, embedded(operation, Field.DOCUMENT));
    }

    private static io.twophase.domain.value.Fields embedded(Fields of, String name) {
      if (StoredValue.read(of, name) instanceof Value.Embedded embedded) {
        return embedded.fields();
      }
      throw of.fault(name, "is no document");
    }

    private static ChangeDocument readChange(DocumentRef document, Fields operation) {
      List<FieldChange> changes =
          operation.elements(Field.CHANGES).stream()
              .map(DocumentOperationDocuments::change)
              .toList();
      return new ChangeDocument(document, GuardForms.read(operation), new Changes(changes));
    }

    private static AddToField readAdd(DocumentRef document, Fields operation) {
      return new AddToField(
          document,
          operation.text(Field.FIELD),
          operation.int64(Field.AMOUNT),
          operation.int64(Field.FLOOR),
          operation.int64(Field.CEILING));
    }

    /** The name of a document. */
    static BsonDocument ref(DocumentRef document) {
      return StoredValue.append(doc(document.collection()), Field.ID, document.id());
    }

    /**
     * The document that is named.
     *
     * @throws IllegalArgumentException if it is named as none can be
     */
    static DocumentRef ref(Fields named) {
      return named.collection().document(StoredValue.read(named, Field.ID));
    }

    private static BsonDocument of(FieldChange change) {
      BsonDocument written = doc(Field.FIELD, change.path().toString());
      return change.kind() == FieldChange.Kind.UNSET
          ? written.append(change.kind().word(), BsonBoolean.TRUE)
          : StoredValue.append(written, change.kind().word(), change.value());
    }

    private static FieldChange change(Fields change) {
      FieldPath path = FieldPath.of(change.text(Field.FIELD));
      for (FieldChange.Kind kind : FieldChange.Kind.values()) {
        if (change.has(kind.word())) {
          return new FieldChange(kind, path, StoredValue.read(change, kind.word()));
        }
      }
      throw change.fault("is no change that this version knows");
    }

    private static final class GuardForms {

      private static final String UNCHANGED = "unchanged";

      /** The kinds whose word names their field: an absence is written as an existence of false. */
      private static final Set<Kind> KINDS = EnumSet.complementOf(EnumSet.of(Kind.ABSENT));

      static BsonArray write(List<Guard> guards) {
        return new BsonArray(
            guards.stream()
                .map(guard -> guard.fold(GuardForms::of, GuardForms::unchanged))
                .toList());
      }

      static List<Guard> read(Fields operation) {
        return operation.elements(Field.WHERE).stream().map(GuardForms::one).toList();
      }

      private static Guard one(Fields guard) {
        if (guard.has(UNCHANGED)) {
          return new Guard.Unchanged(embedded(guard, UNCHANGED));
        }
        FieldPath path = FieldPath.of(guard.text(Field.FIELD));
        for (Kind kind : KINDS) {
          if (guard.has(kind.word())) {
            return kind == Kind.EXISTS
                ? guard.bool(kind.word()) ? Guard.exists(path) : Guard.absent(path)
                : new Guard.OfField(kind, path, values(guard, kind));
          }
        }
        throw guard.fault("asks nothing that this version knows");
      }

      private static List<Value> values(Fields guard, Kind kind) {
        Value value = StoredValue.read(guard, kind.word());
        if (kind != Kind.IN) {
          return List.of(value);
        }
        if (value instanceof Value.Array array) {
          return array.values();
        }
        throw guard.fault(kind.word(), "is no array");
      }

      private static BsonDocument unchanged(Guard.Unchanged guard) {
        return StoredValue.append(
            new BsonDocument(), UNCHANGED, new Value.Embedded(guard.fields()));
      }

      private static BsonDocument of(Guard.OfField guard) {
        BsonDocument written = doc(Field.FIELD, guard.path().toString());
        String word = guard.kind().word();
        return switch (guard.kind()) {
          case EXISTS, ABSENT ->
              written.append(Kind.EXISTS.word(), BsonBoolean.valueOf(guard.kind() == Kind.EXISTS));
          case IN -> StoredValue.append(written, word, new Value.Array(guard.values()));
          case IS, AT_LEAST, AT_MOST -> StoredValue.append(written, word, guard.value());
        };
      }
    }
  }
}
