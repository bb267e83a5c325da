package io.twophase.adapter.mongo.driver;

import com.mongodb.client.model.Collation;
import com.mongodb.client.model.CollationAlternate;
import com.mongodb.client.model.CollationCaseFirst;
import com.mongodb.client.model.CollationMaxVariable;
import com.mongodb.client.model.CollationStrength;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Collations as servers list them, with all their options, to what the driver asks by. */
final class Collations {

  private Collations() {}

  static Collation of(BsonDocument listed) {
    return Collation.builder()
        .locale(text(listed, "locale", "simple"))
        .collationStrength(
            CollationStrength.fromInt(listed.getNumber("strength", new BsonInt32(3)).intValue()))
        .caseLevel(isTrue(listed, "caseLevel"))
        .collationCaseFirst(CollationCaseFirst.fromString(text(listed, "caseFirst", "off")))
        .numericOrdering(isTrue(listed, "numericOrdering"))
        .collationAlternate(
            CollationAlternate.fromString(text(listed, "alternate", "non-ignorable")))
        .collationMaxVariable(CollationMaxVariable.fromString(text(listed, "maxVariable", "punct")))
        .normalization(isTrue(listed, "normalization"))
        .backwards(isTrue(listed, "backwards"))
        .build();
  }

  private static String text(BsonDocument listed, String name, String otherwise) {
    return listed.getString(name, new BsonString(otherwise)).getValue();
  }

  private static boolean isTrue(BsonDocument listed, String name) {
    return listed.getBoolean(name, BsonBoolean.FALSE).getValue();
  }
}
