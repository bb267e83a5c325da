package io.twophase.adapter.mongo;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.setup.HomeMarks;
import io.twophase.adapter.mongo.setup.SharedSettings;
import io.twophase.domain.account.Period;
import io.vavr.control.Option;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** The collections of a store: some are named by its settings, others after the one of records. */
record StoreCollections(MongoDatabase database, MongoStoreSettings settings) {

  MongoCollection<BsonDocument> accounts() {
    return of(settings.accounts());
  }

  MongoCollection<BsonDocument> records() {
    return of(settings.transactions());
  }

  /** Of the numbers of decided records. */
  MongoCollection<BsonDocument> numbers() {
    return of(numbersName());
  }

  /** Of the leaves of the tree over these numbers. */
  MongoCollection<BsonDocument> leaves() {
    return of(leavesName());
  }

  /** Of those who read them. */
  MongoCollection<BsonDocument> consumers() {
    return of(consumersName());
  }

  /** Of what removed records come to. */
  MongoCollection<BsonDocument> carried() {
    return of(carriedName());
  }

  MongoCollection<BsonDocument> owners() {
    return of(MongoStore.OWNERS);
  }

  /** Of the names of those whose documents have taken part. */
  MongoCollection<BsonDocument> participants() {
    return of(MongoStore.COLLECTIONS);
  }

  MongoCollection<BsonDocument> periods() {
    return of(Period.COLLECTION.collection());
  }

  /** The full names of those in which nothing is held. */
  Set<String> own() {
    return withoutParticipants()
        .map(name -> database.getName() + "." + name)
        .collect(Collectors.toSet());
  }

  /** All of them, each with the field by whose age the server may remove documents. */
  Map<String, Option<String>> expiring() {
    return Stream.concat(
            withoutParticipants(),
            Stream.of(settings.accounts(), Period.COLLECTION.collection(), HomeMarks.COLLECTION))
        .distinct()
        .collect(
            Collectors.toMap(
                name -> name,
                name ->
                    Option.some(Field.FINISHED_AT)
                        .filter(finished -> name.equals(settings.transactions()))));
  }

  private Stream<String> withoutParticipants() {
    return Stream.of(
        settings.transactions(),
        numbersName(),
        leavesName(),
        consumersName(),
        carriedName(),
        MongoStore.OWNERS,
        MongoStore.COLLECTIONS,
        SharedSettings.COLLECTION);
  }

  private MongoCollection<BsonDocument> of(String name) {
    return database.getCollection(name, BsonDocument.class);
  }

  private String numbersName() {
    return settings.transactions() + "_events";
  }

  private String leavesName() {
    return settings.transactions() + "_leaves";
  }

  private String consumersName() {
    return settings.transactions() + "_consumers";
  }

  private String carriedName() {
    return settings.transactions() + "_carried";
  }
}
