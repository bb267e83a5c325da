package io.twophase.adapter.mongo.scene;

import com.mongodb.MongoCredential;
import com.mongodb.MongoSecurityException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCluster;
import io.twophase.test.fault.Interceptor;
import java.util.function.Supplier;
import org.bson.BsonInvalidOperationException;

/** Clients whose bulk writes fail before a server has them; those of their collections do not. */
final class DriverFaults {

  private DriverFaults() {}

  static MongoClient failing(MongoClient client, String words) {
    return failing(MongoClient.class, client, () -> error(words.split(": ", 2)));
  }

  private static RuntimeException error(String... words) {
    return switch (words[0]) {
      case "login" ->
          new MongoSecurityException(
              MongoCredential.createCredential("u", "admin", new char[] {'x'}), words[1]);
      case "unreadable" -> new BsonInvalidOperationException(words[1]);
      default -> new IllegalStateException(words[1]);
    };
  }

  private static <T extends MongoCluster> T failing(
      Class<T> type, T behind, Supplier<RuntimeException> fault) {
    return Interceptor.before(
        type,
        behind,
        (method, asked, call) -> {
          if (method.equals("bulkWrite")) {
            throw fault.get();
          }
          Object answer = call.make();
          return call.method().getReturnType() == MongoCluster.class
              ? failing(MongoCluster.class, (MongoCluster) answer, fault)
              : answer;
        });
  }
}
