package io.twophase.adapter.mongo.call;

import com.mongodb.MongoNamespace;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import io.twophase.adapter.mongo.driver.ClientBulk;
import io.twophase.adapter.mongo.driver.IdOrder;
import io.twophase.adapter.mongo.driver.Writes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonDocument;

/**
 * The writes of several parts in the order in which one command sends them: all updates before all
 * inserts; by the collections, in the order in which the parts come; then as {@link IdOrder} says.
 */
final class CommandOrder {

  private record Entry(
      int part,
      boolean isInsert,
      int index,
      int collection,
      String id,
      MongoNamespace namespace,
      ClientNamespacedWriteModel model) {}

  private static final Comparator<Entry> AS_SENT =
      Comparator.comparing(Entry::isInsert)
          .thenComparing(Entry::collection)
          .thenComparing(Entry::id);

  private final List<Entry> entries;

  private CommandOrder(List<Entry> entries) {
    this.entries = entries;
  }

  static CommandOrder of(List<FirstWrites> parts) {
    List<MongoNamespace> collections =
        parts.stream().map(part -> part.writes().namespace()).distinct().toList();
    List<Entry> entries = new ArrayList<>();
    for (int part = 0; part < parts.size(); part++) {
      FirstWrites first = parts.get(part);
      MongoNamespace namespace = first.writes().namespace();
      int collection = collections.indexOf(namespace);
      for (int at = 0; at < first.updates().size(); at++) {
        WriteModel<BsonDocument> update = first.updates().get(at);
        entries.add(
            new Entry(
                part,
                false,
                at,
                collection,
                IdOrder.key(Writes.filter(update)),
                namespace,
                ClientBulk.namespaced(namespace, update)));
      }
      for (int at = 0; at < first.inserts().size(); at++) {
        BsonDocument insert = first.inserts().get(at);
        entries.add(
            new Entry(
                part,
                true,
                at,
                collection,
                IdOrder.key(insert),
                namespace,
                ClientBulk.namespaced(namespace, new InsertOneModel<>(insert))));
      }
    }
    entries.sort(AS_SENT);
    return new CommandOrder(entries);
  }

  List<ClientNamespacedWriteModel> models() {
    return entries.stream().map(Entry::model).toList();
  }

  boolean isInsert(int sentAt) {
    return entries.get(sentAt).isInsert();
  }

  /** The write that was sent there, for messages. */
  String what(int sentAt) {
    Entry entry = entries.get(sentAt);
    return (entry.isInsert() ? "insert " : "update ") + entry.namespace();
  }

  /** All of them, for messages. */
  String what() {
    return "write "
        + entries.stream()
            .map(entry -> entry.namespace().getFullName())
            .distinct()
            .collect(Collectors.joining(", "));
  }

  /** Of each update of a part, where it was sent. */
  int[] updatesOf(int part) {
    return placesOf(part, false);
  }

  /** Of each insert of a part, where it was sent. */
  int[] insertsOf(int part) {
    return placesOf(part, true);
  }

  private int[] placesOf(int part, boolean inserts) {
    List<Integer> places = new ArrayList<>();
    for (int sentAt = 0; sentAt < entries.size(); sentAt++) {
      Entry entry = entries.get(sentAt);
      if (entry.part() == part && entry.isInsert() == inserts) {
        places.add(sentAt);
      }
    }
    places.sort(Comparator.comparing(sentAt -> entries.get(sentAt).index()));
    return places.stream().mapToInt(Integer::intValue).toArray();
  }
}
