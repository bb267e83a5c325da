package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.GuardFilters;
import io.twophase.adapter.mongo.document.GuardFilters.ChangeFilters;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits.UniqueIndex;
import io.twophase.adapter.mongo.hold.DocumentCodec.ReadableFilters;
import io.twophase.adapter.mongo.hold.Explanation.OperationSize;
import io.twophase.adapter.mongo.hold.HoldCodec.HoldFilters;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.document.SizeLimit;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.value.FieldPath;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Holds of operations as guarded writes: an insert of a placeholder, or an update that matches if
 * the rules allow the hold.
 *
 * @param traits what the document's collection is like
 * @param asksSize whether the server is to compare the document's size before a change
 */
record DocumentPlaces(Hold hold, HoldRules rules, CollectionTraits traits, boolean asksSize) {

  WriteModel<BsonDocument> of(DocumentOperation operation) {
    return operation.fold(
        this::insert,
        this::change,
        this::remove,
        this::check,
        this::absent,
        add -> {
          throw noRange(add);
        });
  }

  private WriteModel<BsonDocument> insert(InsertDocument operation) {
    // the fields that are in a unique index, which says of them at the hold what it would later
    BsonDocument kept = new BsonDocument();
    for (UniqueIndex index : traits.unique()) {
      for (FieldPath path : index.paths()) {
        operation
            .fields()
            .get(path.top())
            .ifPresent(value -> kept.append(path.top(), Values.encode(value)));
      }
    }
    return placeholder(operation, kept);
  }

  /** Values that no other document has: an index allows only one document without a value. */
  private WriteModel<BsonDocument> absent(CheckAbsent operation) {
    BsonDocument kept = new BsonDocument();
    String mark = mark();
    for (UniqueIndex index : traits.unique()) {
      if (!index.sparse()) {
        index.paths().forEach(path -> mark(kept, path.names(), mark, id(operation)));
      }
    }
    return placeholder(operation, kept);
  }

  /** A name that no path goes through: one index may be of a field inside of another's. */
  private String mark() {
    StringBuilder mark = new StringBuilder(Names.PLACEHOLDER);
    while (traits.unique().stream()
        .flatMap(index -> index.paths().stream())
        .anyMatch(path -> path.names().contains(mark.toString()))) {
      mark.append('_');
    }
    return mark.toString();
  }

  private static void mark(BsonDocument in, List<String> names, String mark, BsonValue id) {
    BsonDocument at = in;
    for (String name : names) {
      at = at.computeIfAbsent(name, absent -> new BsonDocument()).asDocument();
    }
    at.append(mark, id);
  }

  private static BsonValue id(DocumentOperation operation) {
    return Values.encode(operation.document().id());
  }

  private WriteModel<BsonDocument> placeholder(DocumentOperation operation, BsonDocument kept) {
    BsonDocument element = HoldCodec.encode(hold).append(Field.KEEPS_ID, BsonBoolean.TRUE);
    return new InsertOneModel<>(
        doc(Names.ID, id(operation), Names.PLACEHOLDER, true, Names.PENDING, List.of(element))
            .with(kept));
  }

  private WriteModel<BsonDocument> change(ChangeDocument operation) {
    List<BsonDocument> conditions = guards(operation.guards());
    conditions.add(HoldFilters.hasNone());
    operation.changes().all().stream()
        .map(change -> HoldFilters.hasNoBounds(change.path().top()))
        .distinct()
        .forEach(conditions::add);
    ChangeFilters.of(operation.changes()).forEach(conditions::add);
    traits
        .noArrays(operation.changes())
        .flatMap(ChangeFilters::leadsToNoArray)
        .forEach(conditions::add);
    BsonDocument element = HoldCodec.encode(hold);
    int room = OperationSize.growth(operation.changes());
    if (asksSize) {
      conditions.add(HoldFilters.isNotLargerThan(SizeLimit.MOST_BYTES - room));
    }
    if (room > 0) {
      // the settle puts the changes where this was, so that it cannot exceed a document's limit
      element.append(Field.RESERVED, new BsonBinary(new byte[room]));
    }
    conditions.addAll(ReadableFilters.all());
    return pushed(operation, conditions, element);
  }

  private WriteModel<BsonDocument> remove(RemoveDocument operation) {
    List<BsonDocument> conditions = guards(operation.guards());
    conditions.add(HoldFilters.hasNone());
    conditions.addAll(ReadableFilters.all());
    return pushed(operation, conditions, HoldCodec.encode(hold));
  }

  private WriteModel<BsonDocument> check(CheckDocument operation) {
    List<BsonDocument> conditions = guards(operation.guards());
    boolean isAccount = operation.document().collection().equals(rules.accounts());
    conditions.addAll(isAccount ? ReadableFilters.isAnAccount() : ReadableFilters.all());
    if (!isAccount) {
      conditions.add(ReadableFilters.areHolds());
    }
    conditions.add(
        HoldFilters.hasNone(
            HoldFilters.of(hold).append(Field.MODE, HoldCodec.mode(HoldMode.SHARED))));
    conditions.add(HoldFilters.hasNoExclusive());
    if (!hold.fields().isEmpty() && !isAccount) {
      conditions.add(HoldFilters.hasNone(HoldMode.ESCROW, hold.fields()));
    }
    TargetWrites.room(rules.limit()).ifPresent(conditions::add);
    return pushed(operation, conditions, HoldCodec.encode(hold));
  }

  /** For a range, which is no hold of an operation: its claim says so. */
  static IllegalArgumentException noRange(AddToField operation) {
    return new IllegalArgumentException("a claim of a range: " + operation);
  }

  private static List<BsonDocument> guards(List<Guard> guards) {
    List<BsonDocument> conditions = new ArrayList<>();
    guards.forEach(guard -> conditions.add(GuardFilters.of(guard)));
    return conditions;
  }

  private static WriteModel<BsonDocument> pushed(
      DocumentOperation operation, List<BsonDocument> conditions, BsonDocument element) {
    return new UpdateOneModel<>(
        HoldFilters.of(new Target.OfDocument(operation.document()), conditions),
        doc("$push", doc(Names.PENDING, element)));
  }
}
