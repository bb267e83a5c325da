package io.twophase.domain.document;

/**
 * The place of the record of a hold's transaction: the collection, with its database and cluster.
 * Two homes may have transactions of the same id.
 *
 * @param name the same for all processes that use that collection of records
 */
public record Home(String name) {

  /**
   * @throws IllegalArgumentException if the name is empty
   */
  public Home {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a home without a name");
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
