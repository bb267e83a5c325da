package io.twophase.spring.data;

import io.twophase.ports.CallerGuard;
import java.util.List;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.MongoDatabaseUtils;

/**
 * Refuses callers whose thread has a transaction of Spring Data open, on any of these databases.
 */
final class OpenTransactionGuard implements CallerGuard {

  private final List<MongoDatabaseFactory> databases;

  OpenTransactionGuard(List<MongoDatabaseFactory> databases) {
    this.databases = databases;
  }

  @Override
  public void check() {
    if (databases.stream().anyMatch(MongoDatabaseUtils::isTransactionActive)) {
      throw new InsideTransactionException();
    }
  }
}
