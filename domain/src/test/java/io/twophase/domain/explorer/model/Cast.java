package io.twophase.domain.explorer.model;

import io.twophase.domain.transaction.NewTransaction;
import java.util.List;

/**
 * A transaction and its workers. Casts that are equal are interchangeable: they stand for
 * transactions that differ in nothing but their ids, and share one id in the model, which keeps
 * their records and holds apart all the same.
 *
 * @param body the transaction
 * @param roles its workers
 */
public record Cast(NewTransaction body, List<Role> roles) {

  /** Makes the cast immutable. */
  public Cast {
    roles = List.copyOf(roles);
  }

  /** A transaction and its workers. */
  public static Cast of(NewTransaction body, Role... roles) {
    return new Cast(body, List.of(roles));
  }
}
