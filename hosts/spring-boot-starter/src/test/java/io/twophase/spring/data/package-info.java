@org.jspecify.annotations.NullMarked
package io.twophase.spring.data;
